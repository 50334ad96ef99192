import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import type { Tone } from "./purchase/purchase-labels.ts";
import { TONE_TEXT_CLASS, ToneIcon } from "./tone-icon.tsx";

interface TimelineEntry {
  key: string | number;
  text: ReactNode;
  when?: ReactNode;
  tone?: Tone;
  ahead?: boolean;
}

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol>
      {entries.map(({ key, text, when, tone = "plain", ahead }, index) => (
        <li key={key} className="relative flex gap-3 pb-5 last:pb-0">
          {index < entries.length - 1 && (
            <span aria-hidden className="absolute top-6 bottom-0 left-[9.5px] w-px bg-line" />
          )}
          <span className={cx("mt-0.5 grid size-5 shrink-0 place-items-center", TONE_TEXT_CLASS[tone])}>
            {tone === "plain" ? (
              <span
                aria-hidden
                className={cx(
                  "size-2.5 rounded-full border-2",
                  ahead ? "border-edge" : "border-muted bg-muted",
                )}
              />
            ) : (
              <ToneIcon tone={tone} className="size-5" />
            )}
          </span>
          <div className="min-w-0 flex-1 md:flex md:justify-between md:gap-4">
            <p className={ahead ? "text-muted" : ""}>{text}</p>
            {when && <p className="shrink-0 text-muted text-sm md:leading-6">{when}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
