import {
  Circle,
  CircleCheck,
  CircleX,
  Clock,
  LoaderCircle,
  TriangleAlert,
  Undo,
} from "#app/ui/icon/icons.ts";
import { cx } from "./cx.ts";
import type { Tone } from "./purchase/purchase-labels.ts";

export const TONE_SOFT_CLASS: Record<Tone, string> = {
  good: "bg-good-soft text-good",
  sent: "bg-wait-soft text-wait",
  wait: "bg-wait-soft text-wait",
  unsure: "bg-unsure-soft text-unsure",
  bad: "bg-bad-soft text-bad",
  undone: "bg-sunken text-muted",
  plain: "bg-sunken text-muted",
};

export const TONE_TEXT_CLASS: Record<Tone, string> = {
  good: "text-good",
  sent: "text-wait",
  wait: "text-wait",
  unsure: "text-unsure",
  bad: "text-bad",
  undone: "text-muted",
  plain: "text-muted",
};

/** Outlines that differ at 14 px. */
const TONE_ICONS = {
  good: CircleCheck,
  sent: LoaderCircle,
  wait: Clock,
  unsure: TriangleAlert,
  bad: CircleX,
  undone: Undo,
  plain: Circle,
};

/** The icon of a tone; decoration beside a word. */
export function ToneIcon({ tone, className }: { tone: Tone; className?: string }) {
  const Icon = TONE_ICONS[tone];
  return <Icon aria-hidden className={cx("shrink-0", className ?? "size-4")} />;
}
