// Sets the colours before the first paint. A classic script, which runs before the modules; settings.js writes the value.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem("quadrille.settings") ?? "{}");
    if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  } catch {
    // Without storage, the colours follow the system.
  }
})();
