/** The id of the form that rejects several orders. Its checkboxes are in the list. */
export const SELECTION_FORM_ID = "several";

/** The selected orders at first: none, or all that can be selected. */
export type OrderSelection = "none" | "all";

export function parseOrderSelection(value: unknown): OrderSelection | undefined {
  return value === "none" || value === "all" ? value : undefined;
}
