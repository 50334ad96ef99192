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

/**
 * Reads an amount in minor units or, with `places`, in naira or the like. Some providers write more decimals than money has:
 * an amount is rounded down and a fee up, so that no more is credited than came.
 */
function amount(text: string, { places, up }: { places: number; up: boolean }): Minor | undefined {
  const [, whole = "", fraction = ""] = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,30}))?$/.exec(text) ?? [];
  const digits = whole.replaceAll(",", "");
  if (digits === "" || digits.length > 15) return undefined;
  const minor = BigInt(digits + fraction.slice(0, places).padEnd(places, "0"));
  return up && /[1-9]/.test(fraction.slice(places)) ? minor + 1n : minor;
}

const amountOf = (source: typeof numeral | typeof textual, how: { places: number; up: boolean }) =>
  source.transform((text, check): Minor => {
    const minor = amount(text, how);
    if (minor !== undefined) return minor;
    check.addIssue("is not an amount");
    return z.NEVER;
  });

/** Minor units, such as kobo. */
export const MinorUnits = amountOf(numeral, { places: 0, up: false });
export const MinorFee = amountOf(numeral, { places: 0, up: true });

/** Decimal text or a decimal number, in minor units. Every currency that these providers take has two decimals or none. */
export const Decimal = amountOf(textual, { places: 2, up: false });
export const DecimalFee = amountOf(textual, { places: 2, up: true });

/** A provider's or our own name for something. */
export const Name = textual.pipe(z.string().regex(/^[\w.|=:-]{1,200}$/));

/** The same, or null, for what only names something to ask about. */
export const NameIfAny = z
  .unknown()
  .optional()
  .transform((value) => Name.safeParse(value).data ?? null);

export const Currency = z.string().regex(/^[A-Z]{3}$/);

/** A moment as ISO text, or as Nigeria's "31/12/2026 11:59:00 PM"; null when nobody can read it, since no money hangs on it. */
export const Moment = z
  .unknown()
  .optional()
  .transform((value): Date | null => {
    const text = String(value ?? "");
    const local = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))? ([AP]M)$/.exec(text);
    const moment = local ? fromLagos(local) : new Date(text);
    return Number.isNaN(moment.getTime()) ? null : moment;
  });

function fromLagos([, day, month, year, hour, minute, second = "0", half]: string[]): Date {
  const hours = (Number(hour) % 12) + (half === "PM" ? 12 : 0);
  // Lagos has been an hour ahead, summer and winter, since 1919.
  return new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), hours - 1, Number(minute), Number(second)),
  );
}

/** A page that a browser may be sent to. */
export const Page = z.url().refine((text) => {
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
});

/** Foreign words, made safe to show. */
export const Words = z.string().transform((text) => clean(text, 300));

/** A decimal amount as a JSON number, exactly. */
export function decimalJson(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}
