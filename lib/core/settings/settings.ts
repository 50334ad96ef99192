import type { z } from "zod";
import type { Action } from "#lib/core/action";
import type { Ctx } from "#lib/core/context";
import type { Field } from "./fields.ts";

export type Fields = Readonly<Record<string, Field>>;

export type Values<F extends Fields = Fields> = {
  [K in keyof F]: F[K] extends Field<infer V> ? V : never;
};

/** Settings that are read and saved together. */
export interface Settings<F extends Fields = Fields> extends Pick<Action, "redirects" | "harmless"> {
  /** Its row in `settings`. */
  name: string;
  /** Where its form is: a page of the settings, and its anchor there. */
  path: `/admin/${string}#${string}`;
  /** Its name in the command palette, and words that find it. */
  find: { label: string; keywords: string };
  /** The title of its form, and the text beside it. */
  title: string;
  text: string;
  /** The button of its form, and the result. */
  submit: string;
  saved(values: Values<F>): string;
  fields: F;
  permission: "rules" | "staff";
  /** Finds the problem of values that contradict each other, at a field. */
  check?(values: Values<F>): { field: keyof F & string; message: string } | undefined;
  /** Which changes need the approval of another owner where there is one, and what a request is called. */
  approval?: {
    label: string;
    needs(before: Values<F>, after: Values<F>): boolean;
    /** The amount that an approver reads first. */
    amount?(after: Values<F>): bigint;
  };
  audit: {
    subject: string;
    subjectId: string;
    /** Codes with their labels; `code` chooses one, where there are several. */
    codes: Readonly<Record<string, string>>;
    code?(after: Values<F>): string;
  };
  /** Runs in the transaction of a change. */
  applied?(ctx: Ctx): Promise<void>;
}

/** Settings as `defineSettings` returns them. */
export interface DefinedSettings<F extends Fields = Fields> extends Settings<F> {
  /** The name of the function that saves them, and its declaration for the modules. */
  saver: string;
  action: Action;
  /** Parses what their form sends. */
  input: z.ZodType<SavedInput<F>>;
}

export interface SavedInput<F extends Fields = Fields> {
  values: Values<F>;
  version: number;
  reason: string;
}
