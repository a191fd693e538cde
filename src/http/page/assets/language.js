// Sets the language before the first paint, and asks for its texts. A classic script, which runs before the modules; settings.js writes
// the value. The attributes of its element name the file of each language.
(() => {
  const { currentScript: script, documentElement: root, head } = document;
  const files = script?.dataset ?? {};
  const wished = [...navigator.languages].map((language) => language.toLowerCase().split("-")[0] ?? "");
  try {
    wished.unshift(JSON.parse(localStorage.getItem("quadrille.settings") ?? "{}").language);
  } catch {
    // Without storage, the language follows the browser.
  }
  const language = wished.find((name) => Object.hasOwn(files, name)) ?? root.lang;
  // The texts of the document itself are English: others hide them until the modules replace them.
  root.classList.toggle("untranslated", language !== root.lang);
  root.lang = language;
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = files[language] ?? "";
  head.append(link);
})();
