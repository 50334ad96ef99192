"use client";

import type { ReactNode } from "react";
import { forgetAllForms } from "#app/ui/form/sent-form.ts";

/** Signs out, and forgets the forms that this tab keeps. */
export function SignOutForm({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <form action="/sign-out" method="post" className={className} onSubmit={forgetAllForms}>
      {children}
    </form>
  );
}
