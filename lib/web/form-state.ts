import type { ActionState } from "./action.ts";

/** What a form shows after it was sent; safe to use in the browser. */
export interface Shown {
  /** What is wrong as a whole: set when no field says it already. */
  message: string | undefined;
  /** What is wrong with a field. */
  error: (name: string) => string | undefined;
  /** What was typed into a field, to keep it. */
  typed: (name: string) => string | undefined;
}

export function shown(state: ActionState): Shown {
  if (!state || state.ok) return { message: undefined, error: () => undefined, typed: () => undefined };
  const { fields, message, values } = state;
  return {
    message: Object.keys(fields).length > 0 ? undefined : message,
    error: (name) => fields[name]?.join(" "),
    typed: (name) => [values[name]].flat()[0],
  };
}
