"use client";

import { useLinkStatus } from "next/link";
import { cx } from "./cx.ts";

/** Inside a `Link`: a quiet dot that answers a tap at once, while the page it leads to is on its way. */
export function LinkHint({ className }: { className?: string }) {
  const { pending } = useLinkStatus();
  return <span aria-hidden className={cx("link-hint", pending && "animate-pulse opacity-100", className)} />;
}
