/** A size of data: "1GB", "1.5 gig", "500 mb". */
const SIZE =
  /(?<![\p{L}\d.])(?<!\d,)\d+(?:[.,]\d+)?\s*(?:[gmt][bo]|gi?gs?|gigabytes?|megs?|megabytes?|gbs|mbs|[gm])(?![\p{L}\d])/iu;
const SIZES = new RegExp(SIZE.source, "giu");
/** Networks, plan types and validities, which belong to a plan wherever they stand. */
const PLAN_WORD =
  /^(?:mtn|airtel|glo|globacom|9mobile|etisalat|t2|sme\d?|cg|corporate|gifting|awoof|coupon|datashare|monthly|weekly|daily|yearly|annual|nightly|days?|weeks?|months?|hrs?|hours?|\d+(?:days?|hrs?|hours?|weeks?|months?)|#\d+)$/i;
/** The unit after a number of days. */
const UNIT = /^(?:days?|weeks?|months?|hrs?|hours?)$/i;
/** Words of a request that are neither a plan nor a name. */
const FILLER =
  /^(?:name|phone|tel|mobile|gsm|contact|plan|to|for|pls|plz|please|abeg|send|kindly|help|me|my|buy|data|need|want|the|of|on|this|number|no|and|thanks|thank|you|sir|ma|i|a|dey|jare|oo?|e|be|line|load|sub|give|him|her|into|via|is|in|do|make|now)$/i;

/** Whether all words of a text are those of a plan, such as "MTN" or "SME monthly". */
export function isPlanText(text: string): boolean {
  const { plan, other } = splitPlan(text);
  return plan !== "" && other === "" && !/^#?\d+$/.test(plan);
}

const UNIT_HEADING = /\b(gb|gigs?|gigabytes?|mb|megs?|megabytes?)\b/i;
const SIZE_HEADING = /\b(size|volume|quantity|qty|value|taille|tamanho)\b/i;

/** Adds the unit in a heading to a bare number below it: "1" under "Data (GB)" is "1GB", and isn't a plan's id. */
export function addUnit(cell: string, heading: string): string {
  if (!/^\d+(?:[.,]\d+)?$/.test(cell)) return cell;
  const [unit] = UNIT_HEADING.exec(heading) ?? [];
  if (unit) return `${cell}${unit.slice(0, 1).toUpperCase()}B`;
  return SIZE_HEADING.test(heading) ? `size ${cell}` : cell;
}

export const hasSize = (text: string): boolean => SIZE.test(text);

/** Splits the words beside a number into those of a plan and the others, without those of a request. */
export function splitPlan(text: string): { plan: string; other: string } {
  const joined = text.replaceAll(SIZES, (size) => `\u0001${size.replaceAll(/\s+/g, "\u0002")}`);
  const words = joined
    .replaceAll(/[,;|=()[\]<>*_~"“”]+|\s[-–—:/]+(?=\s|$)|(?:^|\s)[-–—:/]+\s?|:(?=\s|$)/g, " ")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const isPlan = words.map(
    (word, n) =>
      word.startsWith("\u0001") ||
      PLAN_WORD.test(word) ||
      (/^\d+$/.test(word) && UNIT.test(words[n + 1] ?? "")),
  );
  const restore = (some: string[]) => some.join(" ").replaceAll("\u0001", "").replaceAll("\u0002", " ");
  const content = words.filter((word, n) => isPlan[n] || !FILLER.test(word));
  // A bare number after a phone number is a plan's.
  if (content.length === 1 && /^#?\d{1,6}$/.test(content[0] ?? ""))
    return { plan: content[0] ?? "", other: "" };
  return {
    plan: restore(words.filter((_, n) => isPlan[n])),
    other: restore(trimFillers(words.filter((_, n) => !isPlan[n]))),
  };
}

/** Keeps words such as "the" within a name, "Ada the tailor". */
function trimFillers(words: string[]): string[] {
  const isName = (word: string) => !FILLER.test(word);
  const [start, end] = [words.findIndex(isName), words.findLastIndex(isName)];
  return start < 0 ? [] : words.slice(start, end + 1);
}
