import type { ReactNode } from "react";

interface Props {
  /** The title that opens it. */
  title: ReactNode;
  open?: boolean | undefined;
  className?: string;
  children: ReactNode;
}

/** Content behind a title that opens it. Works without script. */
export function Disclosure({ title, open, className, children }: Props) {
  return (
    <details open={open} className={className}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent text-sm">
        {title}
      </summary>
      {children}
    </details>
  );
}
