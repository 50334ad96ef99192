import { z } from "zod";
import { parseMoney } from "#lib/core/money";

/** Per cent as typed ("12.5", "12.5%") in hundredths of a per cent, up to 1,000 %. */
export function hundredths(text: string, check: z.RefinementCtx): bigint {
  const match = /^(\d{1,4})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim());
  const value = match && BigInt(`${match[1]}${(match[2] ?? "").padEnd(2, "0")}`);
  if (value !== null && value <= 100_000n) return value;
  check.addIssue({ code: "custom", message: "Type per cent, such as 10 or 12.5.", path: ["value"] });
  return z.NEVER;
}

/** A markup in money as typed, in minor units. */
export function flat(text: string, check: z.RefinementCtx): bigint {
  const value = parseMoney(text);
  if (value !== undefined && value >= 0n && value <= 1_000_000_00n) return value;
  check.addIssue({ code: "custom", message: "Type an amount, such as 50.", path: ["value"] });
  return z.NEVER;
}
