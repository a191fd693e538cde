// Gives /docs the colours of the page: its style sheet has dark ones for a class of the root.
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const draw = () => {
    const { theme } = root.dataset;
    root.classList.toggle("dark-mode", theme === "dark" || (theme !== "light" && system.matches));
  };
  system.addEventListener("change", draw);
  draw();
})();
