// Sets the language before the first paint. A classic script, which runs before the modules; settings.js writes the value.
(() => {
  const LANGUAGES = ["en", "de"];
  const root = document.documentElement;
  const wished = navigator.languages.map((language) => language.toLowerCase().split("-")[0] ?? "");
  try {
    wished.unshift(JSON.parse(localStorage.getItem("quadrille.settings") ?? "{}").language);
  } catch {
    // Without storage, the language follows the browser.
  }
  const language = wished.find((name) => LANGUAGES.includes(name)) ?? root.lang;
  // The texts of the document itself are English: others hide them until the modules replace them.
  root.classList.toggle("untranslated", language !== root.lang);
  root.lang = language;
})();
