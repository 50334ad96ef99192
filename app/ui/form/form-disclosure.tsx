"use client";

import type { ReactNode } from "react";
import { Disclosure } from "#app/ui/disclosure";
import { useIsRejected } from "./form.tsx";

/** Fields behind a title, shown while the form has an error. Works without script. */
export function FormDisclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Disclosure title={title} open={useIsRejected() || undefined}>
      {children}
    </Disclosure>
  );
}
