import { CircleCheck, CircleHelp, CircleSlash, CircleX, Send } from "lucide-react";
import { cx } from "./cx.ts";
import type { Tone } from "./purchase-words.ts";

const ICON = { good: CircleCheck, wait: Send, unsure: CircleHelp, bad: CircleX, plain: CircleSlash };

/** The icon of a tone; decoration beside a word. */
export function ToneIcon({ tone, className }: { tone: Tone; className?: string }) {
  const Icon = ICON[tone];
  return <Icon aria-hidden className={cx("shrink-0", className ?? "size-4")} />;
}
