"use client";

import { type RefObject, useEffect } from "react";
import { focusOn } from "./go-on.ts";
import type { Pick, Step } from "./step.ts";

/**
 * Puts the focus where the reader goes on: at what is wrong, at what they want to change, and with a keyboard
 * at hand at the first choice.
 */
export function useFocus(
  form: RefObject<HTMLFormElement | null>,
  errors: Step["errors"],
  change: keyof Pick | null,
): void {
  const wrong = Object.keys(errors)[0] as keyof Pick | undefined;
  useEffect(() => {
    const to = wrong ?? change;
    if (to) focusOn(form.current, to);
    else if (isFresh(form.current) && matchMedia("(pointer: fine)").matches) focusOn(form.current, "network");
  }, [form, wrong, change]);
}

const isFresh = (form: HTMLFormElement | null) => !form?.querySelector("input:checked");
