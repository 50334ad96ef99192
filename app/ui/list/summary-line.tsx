import type { ReactNode } from "react";
import { Skeleton } from "#app/ui/skeleton";

interface SummaryItem {
  label: string;
  value: ReactNode;
  /** Left out on a phone. */
  wide?: boolean;
}

export function SummaryLine({ sums }: { sums: readonly SummaryItem[] }) {
  return (
    <dl className="mb-4 flex flex-wrap gap-x-6 gap-y-2 sm:gap-x-10">
      {sums.map(({ label, value, wide }) => (
        <div key={label} className={wide ? "min-w-0 max-sm:hidden" : "min-w-0"}>
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-semibold text-lg">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SkeletonProps {
  labels: readonly string[];
  wide?: readonly string[];
}

export function SummaryLineSkeleton({ labels, wide = [] }: SkeletonProps) {
  return (
    <SummaryLine
      sums={labels.map((label) => ({
        label,
        value: <Skeleton className="my-[0.3rem] h-[1.15rem] w-20 sm:w-24" />,
        wide: wide.includes(label),
      }))}
    />
  );
}
