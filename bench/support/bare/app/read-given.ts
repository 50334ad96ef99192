import { readFileSync } from "node:fs";

const cache = new Map<string, string>();

/** The text that the benchmark gave under this name, read once. */
export function readGiven(name: string): string {
  const text = cache.get(name) ?? readFileSync(`${process.env.BARE_GIVEN}/${name}`, "utf8");
  cache.set(name, text);
  return text;
}
