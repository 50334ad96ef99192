"use client";

import { Unplug } from "lucide-react";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

interface Props {
  /** What the server's log calls this failure. */
  digest?: string | undefined;
  retry: () => void;
}

/** What a page says that could not be made: what happened, what did not, and what to do. */
export function Broken({ digest, retry }: Props) {
  return (
    <EmptyState
      wholePage
      icon={Unplug}
      title="This page could not be loaded"
      action={<Button onClick={retry}>Try again</Button>}
    >
      <p>Looking at a page never moves money. A purchase that you already confirmed goes on without it.</p>
      {digest && <p className="mt-2 text-faint text-sm">If it stays, tell us this number: {digest}</p>}
    </EmptyState>
  );
}
