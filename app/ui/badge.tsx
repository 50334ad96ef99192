import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import type { StateLabel, Tone } from "./purchase/purchase-labels.ts";
import { TONE_SOFT_CLASS, ToneIcon } from "./tone-icon.tsx";

interface Props {
  tone?: Tone;
  icon?: boolean;
  children: ReactNode;
}

/** A short state, such as "Closed". For purchases use `PurchaseStateBadge`. */
export function Badge({ tone = "plain", icon, children }: Props) {
  return (
    <span
      data-badge
      className={cx(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-sm px-2 py-0.5 font-medium text-xs",
        TONE_SOFT_CLASS[tone],
      )}
    >
      {icon && <ToneIcon tone={tone} className="size-3.5" />}
      {children}
    </span>
  );
}

export function StateBadge({ word, tone, icon = true }: StateLabel & { icon?: boolean }) {
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
