/** Numbers and dates as a language writes them. */

/**
 * Returns the formats of a language.
 * @param {string} language Code of ISO 639-1, such as `en`.
 */
export function formatsOf(language) {
  const numbers = new Intl.NumberFormat(language);
  const threeDigits = new Intl.NumberFormat(language, { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
  const oneDecimal = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const dates = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const times = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const number = (/** @type {number | bigint} */ value) => numbers.format(value);
  return {
    number,
    /** Returns a number with its noun. */
    counted: (/** @type {number} */ count, /** @type {string} */ one, /** @type {string} */ many) =>
      `${number(count)} ${count === 1 ? one : many}`,
    /** Returns a number with three digits, such as `1.50`. */
    threeDigits: (/** @type {number} */ value) => threeDigits.format(value),
    oneDecimal: (/** @type {number} */ value) => oneDecimal.format(value),
    /** Returns a number with three digits that count, such as `5,470` or `6.67 × 10²¹`. */
    approximate: (/** @type {number} */ value) => {
      if (value < 1_000_000) return number(Number(value.toPrecision(3)));
      const [digits = "", exponent = ""] = value.toExponential(2).split("e+");
      const raised = Array.from(exponent, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
      return `${threeDigits.format(Number(digits))} × 10${raised}`;
    },
    date: (/** @type {Date | number} */ date) => dates.format(date),
    time: (/** @type {number} */ milliseconds) => times.format(milliseconds),
  };
}
