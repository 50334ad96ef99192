/** Letters that Unicode doesn't take apart into a plain one and a mark, by their plain ones. */
const PLAIN_LETTERS = new Map(
  Object.entries({
    ...{ b: "ɓ", d: "đɖɗð", e: "ǝəɛ", f: "ƒ", g: "ɠɣ", h: "ħ", i: "ıɩɨ", k: "ƙ", l: "ł", n: "ɲŋ" },
    ...{ o: "øɔ", p: "ƥ", t: "ŧƭʈ", v: "ʋ", y: "ƴ", z: "ƶ", ae: "æ", oe: "œ", ss: "ßẞ", "'": "‘’ʼʻ" },
  }).flatMap(([plain, letters]) =>
    [...letters].flatMap((letter) => [
      [letter.toUpperCase(), plain.charAt(0).toUpperCase() + plain.slice(1)],
      [letter, plain],
    ]),
  ) as [string, string][],
);

/** Writes a text without the marks and hooks of its letters: "Sola" for "Ṣọlá". `fold_text` does the same. */
export function toPlainLetters(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/\P{ASCII}/gu, (letter) => PLAIN_LETTERS.get(letter) ?? letter);
}
