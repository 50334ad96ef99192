import type { KeyboardEvent } from "react";

/** Ignores a key still held down from the step before. */
export function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
}
