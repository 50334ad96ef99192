import { z } from "zod";
import { type FieldErrors, PortalError } from "#lib/core/error";
import { API_TEXTS } from "./texts.ts";

// Requests are read leniently: numbers may be text, unknown fields are ignored.

/** The greatest id that a column can hold. */
const MAX_ID = 2_147_483_647;
const DIGITS_PATTERN = /^\+?\d{1,15}$/;
const isMissing = (value: unknown) => value === undefined || value === null || value === "";

const ID = { type: "integer", minimum: 1, maximum: MAX_ID };
/** Describes decimal text in a query as a number. */
const DECIMAL = { type: "number", minimum: -999_999_999_999_999, maximum: 999_999_999_999_999 };

/** A filter may have an id above `MAX_ID`. */
const FILTER_ID = { type: "integer", minimum: 0, maximum: 999_999_999_999_999 };
const DAY = { type: "string", format: "date", pattern: "^2\\d{3}-" };
/** The check's own pattern is known to fewer tools. */
const SEARCH = { type: "string", maxLength: 100, pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]*$" };

/** Describes a field. @param wire its JSON Schema, where the check is more lenient than the documentation */
export const describeField = <S extends z.ZodType>(
  schema: S,
  description: string,
  example: unknown,
  wire?: object,
): S => schema.meta({ description, ...(wire && { wire }), examples: [example] });

/** Parses a whole number, also from text. */
function integerField(wrong: string, required?: string) {
  return z
    .union([z.int(wrong), z.string().trim().regex(DIGITS_PATTERN, wrong)], {
      error: ({ input }) => (required && isMissing(input) ? required : wrong),
    })
    .transform(Number)
    .refine((number) => number > 0 && number <= MAX_ID, wrong);
}

/** The body of a purchase (interface: Purchase). */
export const PurchaseBody = z.object({
  plan: describeField(
    integerField(API_TEXTS.planInvalid, API_TEXTS.planRequired),
    "Plan ID; must exist",
    1,
    ID,
  ),
  mobile_number: z
    .union([z.string(), z.number()], API_TEXTS.numberRequired)
    .transform((number) => String(number).trim())
    .pipe(z.string().min(1, API_TEXTS.numberRequired))
    .meta({
      description: "The recipient, in any usual spelling",
      wire: { type: "string", minLength: 1 },
      examples: ["08031234567"],
    }),
  network: describeField(
    integerField(API_TEXTS.networkInvalid, API_TEXTS.networkRequired),
    "Network ID, 1 to 4",
    1,
    ID,
  ),
});
export type PurchaseBody = z.infer<typeof PurchaseBody>;

/** Decimal text of any length, with thousands separators or without. */
const priceField = (name: string) =>
  z
    .string()
    .trim()
    .regex(/^-?(\d{1,3}(,\d{3})+|\d{1,15})?(\.\d{1,20})?$/, `The ${name} must be a number.`)
    .refine((text) => /\d/.test(text), `The ${name} must be a number.`)
    .optional();

const idField = (name: string) =>
  z
    .string()
    .trim()
    .regex(DIGITS_PATTERN, `The ${name} must be an integer.`)
    .transform((text) => Math.min(Number(text), MAX_ID))
    .optional();

/** The query of the filtered list (interface: Filtered list). */
export const FilterQuery = z.object({
  mobile_network: describeField(idField("mobile network"), "Network ID", 1, FILTER_ID),
  data_plan_type: describeField(idField("data plan type"), "Plan type ID", 1, FILTER_ID),
  min_price: describeField(priceField("min price"), "Minimum standard price", 100, DECIMAL),
  max_price: describeField(priceField("max price"), "Maximum standard price", 1999.5, DECIMAL),
  validity: describeField(
    z.string().trim().max(100, "The validity may not be greater than 100 characters.").optional(),
    "Such as Monthly, or a plan's own validity",
    "Monthly",
  ),
});
export type FilterQuery = z.infer<typeof FilterQuery>;

const dayField = (name: string) =>
  z.iso
    .date(`The ${name} must be a date, YYYY-MM-DD.`)
    .refine((day) => /^2/.test(day), `The ${name} must lie between 2000 and 2999.`)
    .optional();

export const TransactionQuery = z.object({
  status: describeField(
    z
      .enum(["successful", "pending", "failed"], "The status must be successful, pending or failed.")
      .optional(),
    "Filter by status",
    "pending",
  ),
  network: describeField(idField("network"), "Network ID", 1, FILTER_ID),
  plan: describeField(idField("plan"), "Plan ID", 1, FILTER_ID),
  search: z
    .string()
    .trim()
    .max(100, "The search may not be greater than 100 characters.")
    .regex(/^\P{Cc}*$/u, "The search may not contain control characters.")
    .optional()
    .meta({
      description: "A ref, an ident or a mobile number",
      wire: SEARCH,
      examples: ["order-1001"],
    }),
  from: describeField(dayField("from"), "First day, YYYY-MM-DD", "2026-11-01", DAY),
  to: describeField(dayField("to"), "Last day, YYYY-MM-DD", "2026-11-30", DAY),
  limit: idField("limit")
    .refine((limit) => limit === undefined || (limit >= 1 && limit <= 100), "The limit must be 1 to 100.")
    .meta({
      description: "Rows, 1 to 100; default 50",
      wire: { type: "integer", minimum: 1, maximum: 100, default: 50 },
      examples: [100],
    }),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, "The cursor isn't valid. Use `next_cursor` of the previous page.")
    .optional()
    .meta({ description: "`next_cursor` of the previous page", examples: ["1042"] }),
});
export type TransactionQuery = z.infer<typeof TransactionQuery>;

/** @throws invalid with the messages at each field (interface: Validation error). */
export function parseApiInput<S extends z.ZodType>(schema: S, raw: unknown): z.infer<S> {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  throw new PortalError("invalid", API_TEXTS.invalid, { fields: toFieldErrors(result.error) });
}

/** Returns the first message of each field. */
export function toFieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const { path, message } of error.issues) fields[String(path[0] ?? "body")] ??= [message];
  return fields;
}

/** Parses a query into an object: the last of repeated names counts, empty values are left out. */
export function parseQuery(url: URL): Record<string, string> {
  return Object.fromEntries([...url.searchParams].filter(([, value]) => value.trim() !== ""));
}
