/** Writes the decimal digits of every script ("٠٨٠٣", "０８０３", "𞥐") as those of ASCII. Runs in browsers. */
export function foldDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    // Each script's digits are ten code points in a row; of some, several rows follow each other.
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}

/** Writes other scripts' digits, decimal and grouping signs as those of ASCII, for amounts. */
export const foldDecimal = (text: string): string =>
  foldDigits(text)
    .replaceAll(/[\u066b\uff0e]/g, ".")
    .replaceAll(/[\u066c\uff0c]/g, ",");
