"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Give its ref to a form: after each answer (`state`) the first field that is wrong has the focus, and is read out. */
export function useFirstError(state: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [state]);
  return form;
}
