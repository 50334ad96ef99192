import { createBadListError, MAX_TABLE_ROWS } from "./bad-list.ts";
import { cleanCell, createSheet, type Sheet } from "./sheet.ts";

/** Of one contact: each is a column. */
const MAX_NUMBERS = 20;

/** Reads contacts that a phone exports (vCard 2.1 to 4.0): the names, and a column for each number. */
export function readContacts(text: string): Sheet {
  const cards: { name: string; numbers: string[] }[] = [];
  for (const line of unfoldLines(text)) {
    const property = parseProperty(line);
    if (!property) continue;
    const card = cards.at(-1);
    if (property.name === "BEGIN") cards.push({ name: "", numbers: [] });
    if (cards.length > MAX_TABLE_ROWS) throw createBadListError("many");
    if (!card) continue;
    const value = cleanCell(property.value);
    if (property.name === "FN" && value) card.name = value;
    else if (property.name === "N" && !card.name) card.name = joinName(property.value);
    else if (property.name === "TEL" && value && card.numbers.length < MAX_NUMBERS)
      card.numbers.push(value.replace(/^tel:/i, ""));
  }
  const most = Math.max(1, ...cards.map(({ numbers }) => numbers.length));
  const headings = Array.from({ length: most }, (_, n) => `Phone ${n + 1}`);
  return createSheet({
    name: "",
    kind: "table",
    rows: [["Name", ...headings], ...cards.map(({ name, numbers }) => [name, ...numbers])],
  });
}

/** Joins lines that were folded, also those of quoted-printable, which end in "=". */
function unfoldLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    const last = lines.at(-1);
    if (last !== undefined && /^[ \t]/.test(line)) lines[lines.length - 1] = last + line.slice(1);
    else if (last?.endsWith("=") && /QUOTED-PRINTABLE/i.test(last))
      lines[lines.length - 1] = last.slice(0, -1) + line;
    else lines.push(line);
  }
  return lines;
}

/** Parses "item1.TEL;TYPE=CELL:0803…". @returns undefined for other lines. */
function parseProperty(line: string): { name: string; value: string } | undefined {
  const match = /^(?:[\w-]+\.)?([A-Za-z-]+)((?:;[^:]*)?):(.*)$/.exec(line);
  if (!match) return undefined;
  const [, name = "", parameters = "", value = ""] = match;
  const isEncoded = /QUOTED-PRINTABLE/i.test(parameters);
  return {
    name: name.toUpperCase(),
    value: isEncoded ? decodeQuotedPrintable(value, parameters) : value.replaceAll(/\\([,;:\\])/g, "$1"),
  };
}

function decodeQuotedPrintable(value: string, parameters: string): string {
  const bytes = Buffer.from(
    value.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
  const [, charset = "utf-8"] = /CHARSET=([\w-]+)/i.exec(parameters) ?? [];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}

/** Joins "Okafor;Ada;Chidi;;" as people say it. */
function joinName(value: string): string {
  const [family = "", given = "", middle = ""] = value.split(";");
  return cleanCell([given, middle, family].filter(Boolean).join(" "));
}
