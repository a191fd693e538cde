const output = (client) => ({ target: `orval_${client}.ts`, client, baseUrl: process.env.QUADRILLE_URL });

module.exports = {
  fetch: { input: "simple.json", output: output("fetch") },
  zod: { input: "simple.json", output: output("zod") },
};
