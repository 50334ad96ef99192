import { z } from "zod";
import type { Minor } from "#lib/core/money/money";
import { isLoopback } from "#lib/core/network/ip-address";
import { cleanText, parseJson } from "#lib/core/text/foreign-text";

/** A JSON number as it was written: no float ever stands for money or for an id of twenty digits. */
class JsonNumeral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Parses JSON with every number as a `JsonNumeral`; undefined when it isn't JSON, or nested too deep. */
export const parseExact = (text: string): unknown => parseJson(text, keepNumberText);

// TypeScript does not know the third argument yet.
const keepNumberText = ((_key: string, value: unknown, { source }: { source: string }) =>
  typeof value === "number" ? new JsonNumeral(source) : value) as (key: string, value: unknown) => unknown;

const jsonNumeral = z.instanceof(JsonNumeral).transform(({ text }) => text);
const textOrNumeral = z.union([z.string(), jsonNumeral]);

/**
 * Reads an amount in minor units or, with `places`, in naira or the like. Some providers write more decimals
 * than money has: an amount is rounded down and a fee up, so that no more is credited than came.
 */
function parseAmountText(text: string, { places, up }: { places: number; up: boolean }): Minor | undefined {
  const [, whole = "", fraction = ""] = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,30}))?$/.exec(text) ?? [];
  const digits = whole.replaceAll(",", "");
  if (digits === "" || digits.length > 15) return undefined;
  const minor = BigInt(digits + fraction.slice(0, places).padEnd(places, "0"));
  return up && /[1-9]/.test(fraction.slice(places)) ? minor + 1n : minor;
}

const amountField = (
  source: typeof jsonNumeral | typeof textOrNumeral,
  how: { places: number; up: boolean },
) =>
  source.transform((text, check): Minor => {
    const minor = parseAmountText(text, how);
    if (minor !== undefined) return minor;
    check.addIssue("is not an amount");
    return z.NEVER;
  });

/** Minor units, such as kobo. */
export const MinorUnits = amountField(jsonNumeral, { places: 0, up: false });
export const MinorFee = amountField(jsonNumeral, { places: 0, up: true });

/**
 * Decimal text or a decimal number, in minor units.
 * Every currency that these providers take has two decimals or none.
 */
export const DecimalAmount = amountField(textOrNumeral, { places: 2, up: false });
export const DecimalFee = amountField(textOrNumeral, { places: 2, up: true });

/** A provider's or our own name for something. */
export const Identifier = textOrNumeral.pipe(z.string().regex(/^[\w.|=:-]{1,200}$/));

/** The same, or null, for what only names something to ask about. */
export const OptionalIdentifier = z
  .unknown()
  .optional()
  .transform((value) => Identifier.safeParse(value).data ?? null);

export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/);

/**
 * A moment as ISO text, or as Nigeria's "31/12/2026 11:59:00 PM". Null when it is unreadable,
 * since no money depends on it.
 */
export const OptionalTimestamp = z
  .unknown()
  .optional()
  .transform((value): Date | null => {
    const text = String(value ?? "");
    const local = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))? ([AP]M)$/.exec(text);
    const moment = local ? parseLagosTime(local) : new Date(text);
    return Number.isNaN(moment.getTime()) ? null : moment;
  });

function parseLagosTime([, day, month, year, hour, minute, second = "0", half]: string[]): Date {
  const hours = (Number(hour) % 12) + (half === "PM" ? 12 : 0);
  // Lagos has been an hour ahead, summer and winter, since 1919.
  return new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), hours - 1, Number(minute), Number(second)),
  );
}

/** A page that a browser may be sent to. */
export const WebUrl = z.url().refine((text) => {
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
});

/** A provider's text, made safe to show. */
export const ProviderText = z.string().transform((text) => cleanText(text, 300));

/** A decimal amount as a JSON number, exactly. */
export function toJsonNumber(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}
