import { readFileSync } from "node:fs";

const read = new Map<string, string>();

/** The text that the benchmark gave under this name, read once. */
export function given(name: string): string {
  const known = read.get(name) ?? readFileSync(`${process.env.BARE_GIVEN}/${name}`, "utf8");
  read.set(name, known);
  return known;
}
