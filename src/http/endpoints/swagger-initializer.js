// The relative URL also works behind a gateway that adds a prefix. No validator on the internet is called.
window.onload = () => {
  window.ui = SwaggerUIBundle({
    "dom_id": "#swagger-ui",
    "url": "../openapi.json",
    "deepLinking": true,
    "defaultModelsExpandDepth": -1,
    "displayRequestDuration": true,
    "validatorUrl": "none",
    "layout": "BaseLayout",
    "presets": [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    "plugins": [SwaggerUIBundle.plugins.DownloadUrl],
  });
};
