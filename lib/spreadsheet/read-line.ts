import { foldPhoneSigns } from "#lib/core/text/bare-phone";
import { locatePhones, type PhonePlace } from "#lib/core/text/find-phones";
import { parseMobileNumber } from "#lib/core/text/parse-mobile-number";
import type { PhoneRule } from "#lib/core/text/phone-rule";
import { hasSize, splitPlan } from "./plan-words.ts";
import { cleanCell } from "./sheet.ts";

/** One number of a list with the words beside it. */
export interface ListRow {
  number: string;
  /** A plan's id, or a text such as "1GB MTN monthly"; empty when the row names none. */
  plan: string;
  name: string;
  note: string;
  sellingPrice: string;
}

export interface Country {
  code: string;
  rule: PhoneRule;
}

export const createRow = (fields: Partial<ListRow> & Pick<ListRow, "number">): ListRow => ({
  plan: "",
  name: "",
  note: "",
  sellingPrice: "",
  ...fields,
});

const DAY = String.raw`\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4}\.?`;
const CLOCK = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?`;
/** Time and day before a message, as Android, iOS and a copied chat have them. */
const STAMP = new RegExp(
  String.raw`^(?:\[(?:${DAY},?\s+(?:\p{L}{1,4}\s+)?${CLOCK}|${CLOCK},?\s+${DAY})\]\s*|${DAY},?\s+(?:\p{L}{1,4}\s+)?${CLOCK}\s+[-\u2013~]\s+)`,
  "iu",
);
const SENDER = /^[^:]{1,80}:(?:\s|$)/;
/** Notices of a chat about its members, with their numbers. */
const CHAT_NOTICE =
  /\b(?:joined using|joined from|was added|added|removed|left|changed (?:their|the|to|this)|created (?:this )?group|security code|end-to-end encrypted|omitted|message was deleted|deleted this message|requested to join|missed (?:voice|video)|pinned a message|turned (?:on|off))\b/i;

/** Whether a text is a chat that was exported or copied. */
export const isChat = (text: string): boolean =>
  text.split("\n", 60).some((line) => STAMP.test(cleanCell(line)));

/** A longer line isn't read, but shown as one that is wrong. */
const MAX_LINE_LENGTH = 1_000;

/** Bullets, ticks and the numbers of a numbered list. */
const LIST_MARK =
  /^(?:[-*•·▪●◦–—>→✅☑✔👉\s]|\p{Extended_Pictographic}|\ufe0f)*(?:\(?\d{1,4}\s*[.)\]:](?:\s+|(?=[+0]\d{9}|\p{L}))|#\d{1,4}\s+)?/u;
/** Ten digits without the zero that a spreadsheet took. */
const BARE_NUMBER = /(?<![\w+.])\d{3}[ .-]?\d{3}[ .-]?\d{4}(?:\.0+)?(?![\w])/g;
/** Words beside an account number. */
const BANK_WORD =
  /\b(?:acct?|account|bank|opay|palmpay|moniepoint|kuda|gtb|gtbank|uba|zenith|fcmb|wema|sterling|fidelity|polaris|transfer to)\b/i;
/** Digits that may be meant as a number, and a number that a spreadsheet shortened. */
const ATTEMPT =
  /(?<![\w+])\+?\(?\d(?:[\s().-]{0,2}\d){6,}(?:\.0+)?(?!\w)|(?<!\w)\d[.,]\d+E\+?\d{1,2}(?!\w)|^\s*[+\d][\d\s().+-]*$/i;

/**
 * Reads a line of free text: its number wherever it stands, and from the rest a plan and a name or note.
 * @returns undefined for a line without a number, such as a greeting or a notice of the chat.
 */
export function readLine(line: string, country: Country): ListRow[] | undefined {
  if (line.length > MAX_LINE_LENGTH) return [createRow({ number: line })];
  const message = dropStamp(cleanCell(line));
  if (message === undefined) return undefined;
  const text = foldPhoneSigns(message).replace(LIST_MARK, "");
  const places = findNumbers(text, country);
  const [first] = places;
  if (!first) return undefined;
  // An account that is to be paid looks like a number that lost its zero.
  if (!first.phone && BANK_WORD.test(text)) return [createRow({ number: text })];
  const isOne = new Set(places.map(({ phone }, n) => phone?.e164 ?? n)).size === 1;
  if (isOne) return [buildRow(text.slice(first.start, first.end), cutPlaces(text, places))];
  const between = places.slice(1).map(({ start }, n) => text.slice(places[n]?.end, start));
  const before = splitPlan(text.slice(0, first.start));
  const rest = text.slice(places.at(-1)?.end);
  const isRow =
    before.other === "" &&
    (before.plan === "" || splitPlan(rest).plan === "") &&
    between.every((part) => /^[\s,;/&|]*(?:and\s*)?$/i.test(part));
  // Which of several numbers is meant, and for what, is for a person to say.
  if (!isRow) return [createRow({ number: text })];
  return places.map(({ start, end }, n) => {
    const number = text.slice(start, end);
    const row = n === places.length - 1 ? buildRow(number, [rest]) : createRow({ number });
    return before.plan === "" ? row : { ...row, plan: before.plan };
  });
}

/** Drops time and sender of a chat's message. @returns undefined for a notice of the chat. */
function dropStamp(line: string): string | undefined {
  const stamp = STAMP.exec(line)?.[0];
  if (stamp === undefined) return line;
  const message = line.slice(stamp.length);
  const sender = SENDER.exec(message)?.[0];
  if (sender === undefined) return undefined;
  const text = message.slice(sender.length);
  return CHAT_NOTICE.test(text) && !hasSize(text) ? undefined : text;
}

/** The parts of a text around the numbers in it. */
function cutPlaces(text: string, places: readonly { start: number; end: number }[]): string[] {
  const starts = [...places.map(({ start }) => start), text.length];
  return starts.map((start, n) => text.slice(places[n - 1]?.end ?? 0, start));
}

type NumberPlace = Omit<PhonePlace, "phone"> & Partial<Pick<PhonePlace, "phone">>;

function findNumbers(text: string, { code, rule }: Country): NumberPlace[] {
  const places = locatePhones(rule, text);
  if (places.length > 0) return places;
  const bare = [...text.matchAll(BARE_NUMBER)]
    .filter(([digits]) => parseMobileNumber(digits, code))
    .map(({ 0: digits, index }) => ({ start: index, end: index + digits.length }));
  if (bare.length > 0) return bare;
  const attempt = ATTEMPT.exec(text);
  return attempt ? [{ start: attempt.index, end: attempt.index + attempt[0].length }] : [];
}

function buildRow(number: string, parts: readonly string[]): ListRow {
  const { plan, other } = splitPlan(parts.join(" "));
  return createRow({ number: number.trim(), plan, name: other });
}
