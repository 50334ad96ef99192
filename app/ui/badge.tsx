import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import type { Tone } from "./purchase-words.ts";
import { TONE_SOFT, ToneIcon } from "./tone.tsx";

/** A short fact about a thing, in a word ("Closed", "Test"). For a purchase's state use `StateBadge`. */
export function Badge({
  tone = "plain",
  icon,
  children,
}: {
  tone?: Tone;
  icon?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      data-badge
      className={cx(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-sm px-2 py-0.5 font-medium text-xs",
        TONE_SOFT[tone],
      )}
    >
      {icon && <ToneIcon tone={tone} className="size-3.5" />}
      {children}
    </span>
  );
}
