import { foldPhoneSigns, toBarePhone } from "#lib/core/text/bare-phone";
import { parseMobileNumber } from "#lib/core/text/parse-mobile-number";

export const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T].*)?$/;

/** Splits a cell that holds several numbers, as address books write them. */
export const splitNumbers = (cell: string): string[] =>
  cell
    .split(/\s*(?::::|[/;,&|]|\b(?:or|and|ou|et|e|y)\b)\s*/i)
    .map((part) => part.trim())
    .filter(Boolean);

/** Whether a cell holds nothing but mobile numbers. */
export function isNumberCell(cell: string, country: string): boolean {
  if (cell.replaceAll(/\P{Nd}/gu, "").length < 7) return false;
  if (parseMobileNumber(cell, country)) return true;
  const parts = splitNumbers(cell);
  return parts.length > 1 && parts.every((part) => parseMobileNumber(part, country));
}

/** Whether a cell was meant as a number: 7 to 15 digits, or one that a spreadsheet shortened. */
export const isNumberAttempt = (cell: string): boolean =>
  !DATE.test(cell) &&
  (/^\+?\d{7,17}$/.test(toBarePhone(cell, "") ?? "") ||
    /^\+?\d[.,]\d+E\+?\d+$/i.test(cell) ||
    splitNumbers(foldPhoneSigns(cell)).every((part) =>
      /^\d{7,17}$/.test(part.replaceAll(/[\s().+_-]/g, "")),
    ));
