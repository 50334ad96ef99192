import type { ReactNode } from "react";

interface Props {
  label: string;
  now: number | null;
  /** At this time of day, then. */
  then: number | null;
  text: ReactNode;
}

/** What it was then, and how much more or less it is now. */
export function Compared({ label, now, then, text }: Props) {
  const change = now === null || then === null || then === 0 ? null : Math.round(((now - then) / then) * 100);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-2">
      <dt className="text-muted">{label} by now</dt>
      <dd className="whitespace-nowrap text-muted">
        {text}
        {change !== null && (
          <span className={change < 0 ? "ml-2 font-medium text-bad" : "ml-2 font-medium text-good"}>
            {change < 0 ? "−" : "+"}
            {Math.abs(change)} %
          </span>
        )}
      </dd>
    </div>
  );
}
