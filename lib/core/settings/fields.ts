import { z } from "zod";
import { Amount } from "#lib/core/money/amount";
import { formatGroupedDecimal, type Minor } from "#lib/core/money/money";

/** One setting: its value, how a form shows and parses it, and how the database holds it. */
export interface Field<V = unknown> {
  /** The control of the form that draws it. */
  kind: "text" | "lines" | "texts" | "amount" | "number" | "switch" | "choice" | "hour";
  label: string;
  /** Its value until an admin saves another. */
  initial: V;
  hint?: string;
  placeholder?: string;
  /** The unit of a number. */
  unit?: string;
  optional?: true;
  maxLength?: number;
  inputMode?: "tel" | "email" | "decimal";
  /** Of a choice, with their labels. */
  options?: Readonly<Record<string, string>>;
  /** Parses what a form sends. */
  typed: z.ZodType<V>;
  /** Parses what the database holds. */
  stored: z.ZodType<V>;
  /** Formats a value as the form shows it; of several texts, each by its key. */
  show(value: V): string | Readonly<Record<string, string>>;
}

type Shown<V> = Omit<Field<V>, "kind" | "typed" | "stored" | "show">;

export const textField = ({ maxLength = 100, ...shown }: Partial<Shown<string>> & { label: string }) =>
  textOf(
    z
      .string()
      .trim()
      .max(maxLength, `Use at most ${maxLength.toLocaleString("en")} characters.`)
      .default(""),
    { maxLength, initial: "", ...shown },
  );

/** A text of several lines. */
export const linesField = (shown: Parameters<typeof textField>[0]): Field<string> => ({
  ...textField(shown),
  kind: "lines",
});

/** A text that `typed` parses; the database holds its result, which the form shows by `show`. */
export const textOf = <V extends string | null>(
  typed: z.ZodType<V>,
  shown: Shown<V>,
  show = (text: V): string => text ?? "",
): Field<V> => ({
  ...shown,
  kind: "text",
  typed,
  stored: z.custom<V>((value) => value === null || typeof value === "string"),
  show,
});

/** Texts by the id of something, in fields of their own: `checks-7`. The page names the ids and their labels. */
export function textsField(
  shown: Omit<Shown<Readonly<Record<string, string>>>, "initial">,
): Field<Readonly<Record<string, string>>> {
  const { maxLength = 100 } = shown;
  const text = z.string().trim().max(maxLength, `Use at most ${maxLength} characters.`);
  const texts = z.record(z.string().regex(/^\d{1,9}$/), text);
  return {
    ...shown,
    kind: "texts",
    initial: {},
    typed: texts.transform((all) =>
      Object.fromEntries(Object.entries(all).filter(([, text]) => text !== "")),
    ),
    stored: texts,
    show: (all) => all,
  };
}

/** Money, which the database holds as text in minor units. */
export const amountField = (shown: Shown<Minor>, typed: z.ZodType<Minor> = Amount): Field<Minor> => ({
  ...shown,
  kind: "amount",
  typed,
  stored: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(BigInt),
  show: formatGroupedDecimal,
});

interface NumberRange {
  min: number;
  max: number;
  /** The text for a number above the maximum, with its unit. */
  tooMuch: string;
  /** How many of what the database holds are one of the unit. */
  scale?: number;
}

/** A whole number of a unit. */
export const numberField = ({
  min,
  max,
  tooMuch,
  scale = 1,
  ...shown
}: Shown<number> & NumberRange): Field<number> => {
  const inRange = (schema: z.ZodCoercedNumber<string | number>) =>
    schema.int("Enter a whole number.").min(min, `Enter at least ${min}.`).max(max, tooMuch);
  return {
    ...shown,
    kind: "number",
    typed: inRange(z.coerce.number<string | number>("Enter a whole number.")).transform(
      (number) => number * scale,
    ),
    stored: z
      .number()
      .int()
      .nonnegative()
      .max(max * scale),
    show: (value) => String(Math.round(value / scale)),
  };
};

/** A per cent above 0, in hundredths of one, up to `max` of them. */
export const percentField = ({ max, ...shown }: Shown<number> & { max: number }): Field<number> => ({
  ...shown,
  kind: "text",
  inputMode: "decimal",
  typed: z.string().transform((text, check) => {
    const percent = /^\d{1,2}(\.\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text) * 100) : 0;
    if (percent >= 1 && percent <= max) return percent;
    check.addIssue(`Enter a percentage from 0.01 to ${max / 100}.`);
    return z.NEVER;
  }),
  stored: z.number().int().min(1).max(max),
  show: (percent) => String(percent / 100),
});

/** Its `hint` stands under the label. */
export const switchField = (shown: Shown<boolean>): Field<boolean> => ({
  ...shown,
  kind: "switch",
  typed: z
    .union([z.enum(["", "yes"]), z.boolean()])
    .default("")
    .transform((value) => value === true || value === "yes"),
  stored: z.boolean(),
  show: (on) => (on ? "yes" : ""),
});

/** One of its `options`. */
export function choiceField<K extends string>(
  shown: Shown<NoInfer<K>> & { options: Readonly<Record<K, string>> },
): Field<K> {
  const choice = z.enum(Object.keys(shown.options) as K[], "Select an option.");
  return { ...shown, kind: "choice", typed: choice, stored: choice, show: (value) => value };
}

/** A field that a form may leave empty: null, as it is until an admin saves another. */
export const optional = <V>(field: Field<V>): Field<V | null> => ({
  ...field,
  initial: null,
  typed: z.preprocess((typed) => (typed === "" ? null : typed), field.typed.nullable().default(null)),
  stored: field.stored.nullable(),
  show: (value) => (value === null ? "" : field.show(value)),
});

const HOURS = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, "0")}:00`]),
);

/** An hour of the day in `TIME_ZONE`, 0 to 23. */
export const hourField = (shown: Shown<number>): Field<number> => ({
  ...shown,
  kind: "hour",
  options: HOURS,
  typed: z.coerce
    .number<string | number>("Choose an hour.")
    .int("Choose an hour.")
    .min(0, "Choose an hour.")
    .max(23, "Choose an hour."),
  stored: z.number().int().min(0).max(23),
  show: String,
});
