"use client";

import { Unplug } from "lucide-react";
import { AskUs } from "./ask-us.tsx";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

interface Props {
  /** What the server's log calls this failure. */
  digest?: string | undefined;
  retry: () => void;
}

/** Shown when a page failed: what happened, what did not happen, and what to do. */
export function Broken({ digest, retry }: Props) {
  const away = digest === "away";
  return (
    <EmptyState
      wholePage
      icon={Unplug}
      title={away ? "Back in a moment" : "This page could not be loaded"}
      action={<Button onClick={retry}>Try again</Button>}
    >
      <p>
        {away && "The portal cannot reach its records right now. Try again in a minute. "}
        Looking at a page never moves money. A purchase that you already confirmed goes on without it.
      </p>
      {digest && !away && (
        <AskUs
          before="If it stays, "
          className="mt-2 text-sm"
          otherwise={<p className="mt-2 text-faint text-sm">If it stays, note this number: {digest}</p>}
        >
          and say this number: {digest}
        </AskUs>
      )}
    </EmptyState>
  );
}
