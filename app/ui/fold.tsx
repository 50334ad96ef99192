import type { ReactNode } from "react";

interface Props {
  /** The words that open it. */
  title: ReactNode;
  open?: boolean | undefined;
  className?: string;
  children: ReactNode;
}

/** Something that few need, behind words that open it; works without script. */
export function Fold({ title, open, className, children }: Props) {
  return (
    <details open={open} className={className}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent text-sm">
        {title}
      </summary>
      {children}
    </details>
  );
}
