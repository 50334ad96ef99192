"use client";

import { useActionState } from "react";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { dropRule } from "./actions.ts";

/** Takes a markup away. */
export function DropRule({ id, scope }: { id: number; scope: string }) {
  const [, send] = useActionState(dropRule, null);
  return (
    <form action={send}>
      <SubmitButton
        variant="quiet"
        size="sm"
        name="id"
        value={id}
        aria-label={`Remove ${scope}`}
        className="-mr-3"
      >
        Remove
      </SubmitButton>
    </form>
  );
}
