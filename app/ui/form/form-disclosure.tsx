"use client";

import type { ReactNode } from "react";
import { Disclosure } from "#app/ui/disclosure";
import { useHasError } from "./form.tsx";

interface Props {
  title: string;
  /** The names of the fields; by default all of the form. */
  fields?: readonly string[];
  children: ReactNode;
}

/** Fields behind a title, shown while one of them has an error. Works without script. */
export function FormDisclosure({ title, fields, children }: Props) {
  return (
    <Disclosure title={title} open={useHasError(fields) || undefined}>
      {children}
    </Disclosure>
  );
}
