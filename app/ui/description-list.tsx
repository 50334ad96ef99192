import type { ReactNode } from "react";

export interface DescriptionItem {
  label: string;
  value: ReactNode;
  action?: ReactNode;
  mono?: boolean;
}

/** Items, with nothing in place of one that doesn't apply. */
export type DescriptionItems = readonly (DescriptionItem | "" | false | null | undefined)[];

export function DescriptionList({ facts }: { facts: DescriptionItems }) {
  return (
    <dl className="divide-y divide-line">
      {facts
        .filter((fact) => !!fact)
        .map(({ label, value, action, mono }) => (
          <div key={label} className="flex min-h-11 items-center justify-between gap-4 py-2">
            <dt className="shrink-0 text-muted">{label}</dt>
            <dd className="flex min-w-0 items-center justify-end gap-1 text-right font-medium">
              <span className={mono ? "break-all font-mono text-sm" : "min-w-0"}>{value}</span>
              {action}
            </dd>
          </div>
        ))}
    </dl>
  );
}
