"use client";

import { Unplug } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

/** A shop's page that could not be made, in words for its customers. */
export default function ShopError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        wholePage
        icon={Unplug}
        title="This page could not be loaded"
        action={<Button onClick={retry}>Try again</Button>}
      >
        <p>
          An order that you placed is kept, and a payment that you made to the shop is not lost. Wait a
          minute, then try again. If you are in a hurry, call the shop.
        </p>
        {error.digest && <p className="mt-2 text-faint text-sm">Number of this failure: {error.digest}</p>}
      </EmptyState>
    </main>
  );
}
