"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { BEGUN_FIELD, type BegunValues, isUnchanged } from "#lib/request/begun-form";

/** The end of a form, which appears once a field is changed; without script it is always there. */
export function ChangedOnly({ begun, children }: { begun: BegunValues; children: ReactNode }) {
  const end = useRef<HTMLDivElement>(null);
  const [isShown, show] = useState(false);
  const text = JSON.stringify(begun);
  useEffect(() => {
    const form = end.current?.closest("form");
    if (isShown || !form) return;
    const check = () => !isUnchanged(new FormData(form), text) && show(true);
    check();
    form.addEventListener("input", check);
    form.addEventListener("change", check);
    return () => {
      form.removeEventListener("input", check);
      form.removeEventListener("change", check);
    };
  }, [isShown, text]);
  return (
    <>
      <input type="hidden" name={BEGUN_FIELD} value={text} />
      <div ref={end} className={isShown ? "grid gap-4" : "hidden noscript:grid noscript:gap-4"}>
        {children}
      </div>
    </>
  );
}
