import type { ReactNode } from "react";

interface Props {
  label: string;
  /** What it was then, at this time of day. */
  text: ReactNode;
  /** How much more or less it is now: "+12 %"; null where there is nothing to compare. */
  change: string | null;
}

/** What it was then, and how much more or less it is now. */
export function Compared({ label, text, change }: Props) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-2">
      <dt className="text-muted">{label} by now</dt>
      <dd className="whitespace-nowrap text-muted">
        {text}
        {change !== null && (
          <span
            className={change.startsWith("−") ? "ml-2 font-medium text-bad" : "ml-2 font-medium text-good"}
          >
            {change}
          </span>
        )}
      </dd>
    </div>
  );
}
