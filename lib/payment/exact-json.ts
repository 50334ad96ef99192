import { z } from "zod";
import { isLoopback } from "#lib/core/address";
import type { Minor } from "#lib/core/money";
import { clean } from "#lib/upstream/text";

/** A JSON number as it was written: no float ever stands for money or for an id of twenty digits. */
class Numeral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Parses JSON with every number as a `Numeral`; undefined when it is no JSON, or nested too deep. */
export function parseExact(text: string): unknown {
  try {
    return JSON.parse(text, exact);
  } catch {
    return undefined;
  }
}

// TypeScript does not know the third argument yet.
const exact = ((_key: string, value: unknown, { source }: { source: string }) =>
  typeof value === "number" ? new Numeral(source) : value) as (key: string, value: unknown) => unknown;

const numeral = z.instanceof(Numeral).transform(({ text }) => text);
const textual = z.union([z.string(), numeral]);

/** Whole minor units, such as kobo. */
export const MinorUnits = numeral
  .pipe(z.string().regex(/^\d{1,15}$/))
  .transform((text): Minor => BigInt(text));

/** A provider's or our own name for something. */
export const Name = textual.pipe(z.string().regex(/^[\w.|=:-]{1,200}$/));

export const Currency = z.string().regex(/^[A-Z]{3}$/);

/** A moment, in any format that dates are told in. */
export const Moment = z.string().transform((text, check): Date => {
  const moment = new Date(text);
  if (!Number.isNaN(moment.getTime())) return moment;
  check.addIssue("is not a date");
  return z.NEVER;
});

/** A page that a browser may be sent to. */
export const Page = z.url().refine((text) => {
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
});

/** Foreign words, made safe to show. */
export const Words = z.string().transform((text) => clean(text, 300));
