import { parseArgs } from "node:util";

/** Reads a benchmark's options, which are all numbers: `--rounds 3`. */
export function readNumbers<Name extends string>(
  args: string[],
  defaults: Record<Name, number>,
): Record<Name, number> {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: "string" }] as const),
  );
  const chosen = Object.entries(parseArgs({ args, options }).values);
  return { ...defaults, ...Object.fromEntries(chosen.map(([name, value]) => [name, Number(value)])) };
}
