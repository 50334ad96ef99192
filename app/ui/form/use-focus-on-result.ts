import { type RefObject, useEffect } from "react";

/** Moves the focus to the result of a form that its success hides, where the focus would be lost. */
export function useFocusOnResult(result: RefObject<HTMLElement | null>, response: unknown): void {
  useEffect(() => {
    const form = result.current?.closest("form[data-saved]");
    if (!response || !form) return;
    const buttons = [...form.querySelectorAll("[type=submit]")];
    if (!buttons.some((button) => button.checkVisibility())) result.current?.focus();
  }, [result, response]);
}
