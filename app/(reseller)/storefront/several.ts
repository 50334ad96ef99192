/** The form that refuses several orders: their checkboxes stand beside it, in the list. */
export const SEVERAL = "several";

/** How the list is shown while orders are selected: with none of them ticked, or all that can be. */
export type Select = "none" | "all";

/** The address's choice; undefined where nothing is being selected. */
export function selectOf(value: unknown): Select | undefined {
  return value === "none" || value === "all" ? value : undefined;
}
