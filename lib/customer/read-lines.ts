import type { ImportLine } from "#db/schema/customer";
import { cellUnder, type Heads, looksLikeNumber, planUnder, readRows, type Table } from "#lib/bulk/read-list";
import { parsePhone } from "#lib/core/phone";

/** A line of an import as it was written; empty where it says nothing. */
export type Line = Omit<ImportLine, "phone">;

type Head = "number" | "network" | "plan" | "name" | "note";
const HEADS: readonly (readonly [Head, RegExp])[] = [
  ["number", /number|phone|mobile|msisdn|recipient/i],
  ["network", /network/i],
  ["plan", /plan|bundle|package|product|data/i],
  ["name", /name|customer|contact/i],
  ["note", /note|remark|comment/i],
];

/** The most characters of each, beyond which it is cut. */
const LONGEST: Record<keyof Line, number> = { number: 40, name: 60, plan: 100, note: 200 };

/**
 * Reads customers from a table: a number and a name in each row, in either order, then the usual plan and a note, or
 * under heads that say otherwise. @throws invalid when there is nothing, or too much.
 */
export function readLines(table: Table, country?: string): Line[] {
  return readRows(table, HEADS, underHeads, (row) => [inOrder(row, country)]).map(
    ({ number, name, plan, note }) => ({
      number: number.slice(0, LONGEST.number),
      name: name.slice(0, LONGEST.name).trim(),
      plan: plan.slice(0, LONGEST.plan),
      note: note.slice(0, LONGEST.note).trim(),
    }),
  );
}

function underHeads(heads: Heads<Head>, row: readonly string[]): Line {
  const cell = (name: Head) => cellUnder(heads, row, name);
  return { number: cell("number"), name: cell("name"), plan: planUnder(heads, row), note: cell("note") };
}

function inOrder(row: readonly string[], country?: string): Line {
  const [first = "", second = "", plan = "", ...notes] = row;
  const note = notes.filter(Boolean).join(" ");
  if (!row.slice(1).some(Boolean)) return { ...apart(first, country), plan: "", note: "" };
  const [number, name] =
    looksLikeNumber(second) && !looksLikeNumber(first) ? [second, first] : [first, second];
  return { number, name, plan, note };
}

/** "0803 123 4567 Ada Obi", or the name first: the number is as many words as make one. */
function apart(text: string, country?: string): Pick<Line, "number" | "name"> {
  const words = text.split(/\s+/);
  for (let many = Math.min(6, words.length); many > 0; many -= 1) {
    const [head, tail] = [words.slice(0, many), words.slice(-many)].map((some) => some.join(" ")) as [
      string,
      string,
    ];
    if (parsePhone(head, country)) return { number: head, name: words.slice(many).join(" ") };
    if (parsePhone(tail, country)) return { number: tail, name: words.slice(0, -many).join(" ") };
  }
  return { number: text, name: "" };
}
