"use client";

import { Button } from "#app/ui/button";
import { Unplug } from "#app/ui/icon/icons.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { ContactSupport } from "./contact-support.tsx";

export interface PageErrorProps {
  /** `digest` is the id of the failure in the server's log. */
  error: Error & { digest?: string };
  retry: () => void;
}

export function PageError({ error: { digest }, retry }: PageErrorProps) {
  const away = digest === "away";
  return (
    <EmptyState
      wholePage
      icon={Unplug}
      title={away ? "Back in a moment" : "This page couldn’t load"}
      action={<Button onClick={retry}>Try again</Button>}
    >
      <p>
        {away && "We can’t reach your data right now. Try again in a minute. "}
        If you just sent a form, it may have gone through: check before you send it again. A form that comes
        back filled in is safe to send again: it never moves money twice.
      </p>
      {digest && !away && (
        <ContactSupport
          before="If it keeps happening, "
          className="mt-2 text-sm"
          otherwise={<p className="mt-2 text-faint text-sm">If it keeps happening, note error {digest}.</p>}
        >
          and quote error {digest}
        </ContactSupport>
      )}
    </EmptyState>
  );
}
