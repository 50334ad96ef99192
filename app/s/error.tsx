"use client";

import { usePathname } from "next/navigation";
import { buttonClass } from "../ui/button-class.ts";

/** A shop's page that could not be made, in words for its customers. Every page of a shop carries it, so it is plain. */
export default function ShopError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  const [, , slug, ...below] = usePathname().split("/");
  return (
    <main className="grid min-h-dvh place-items-center px-6 text-center">
      <title>Could not be loaded</title>
      <div className="max-w-sm">
        <h1 className="font-semibold text-lg">This page could not be loaded</h1>
        <p className="mt-1 text-muted">
          An order that you placed is kept, and a payment that you made to the shop is not lost. Wait a
          minute, then try again. If you are in a hurry, call the shop.
        </p>
        {error.digest && <p className="mt-2 text-faint text-sm">Number of this failure: {error.digest}</p>}
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          <button type="button" onClick={retry} className={buttonClass({})}>
            Try again
          </button>
          {below.length > 0 && (
            <a href={`/s/${slug}`} className={buttonClass({ variant: "secondary" })}>
              Go to the shop
            </a>
          )}
        </div>
      </div>
    </main>
  );
}
