"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { FormStatus, useResult } from "#app/ui/form/form";

interface Props {
  /** Names of fields that do not show their own error. */
  of: readonly string[];
  children: ReactNode;
}

/** The result of a form above the rows that it removes: it takes the focus and offers the next step. */
export function FocusedStatus({ of, children }: Props) {
  const result = useResult();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result !== undefined) element.current?.focus();
  }, [result]);
  return (
    <div
      ref={element}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-3 rounded-md has-[>:only-child:empty]:absolute *:first:flex-1"
    >
      <FormStatus of={of} />
      {result !== undefined && children}
    </div>
  );
}
