import { z } from "zod";
import { type Minor, parseMoney } from "./money.ts";

/** The most that one form may move, in minor units: what is above it is a slip of the finger. */
const MOST = 100_000_000_000n;

/** An amount above zero as people type it, in minor units. */
export const Amount = z.union([z.bigint(), z.string()]).transform((value, check): Minor => {
  const minor = typeof value === "bigint" ? value : parseMoney(value);
  if (minor !== undefined && minor > 0n && minor <= MOST) return minor;
  check.addIssue(
    minor !== undefined && minor > MOST
      ? "This is more than can be moved at once."
      : "Write an amount above zero, such as 25,000.00.",
  );
  return z.NEVER;
});

/** The number of a row. */
export const Id = z.coerce.number<string | number>().int().positive();
