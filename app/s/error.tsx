"use client";

import { Unplug } from "lucide-react";
import { usePathname } from "next/navigation";
import { Button } from "../ui/button.tsx";
import { buttonClass } from "../ui/button-class.ts";
import { EmptyState } from "../ui/empty-state.tsx";

/** A shop's page that could not be made, in words for its customers. */
export default function ShopError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  const [, , slug, ...below] = usePathname().split("/");
  return (
    <main className="grid min-h-dvh place-items-center">
      <title>Could not be loaded</title>
      <EmptyState
        wholePage
        icon={Unplug}
        title="This page could not be loaded"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={retry}>Try again</Button>
            {below.length > 0 && (
              <a href={`/s/${slug}`} className={buttonClass({ variant: "secondary" })}>
                Go to the shop
              </a>
            )}
          </div>
        }
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
