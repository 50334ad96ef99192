import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";

/** Rows under one another, parted by hairlines; put it in an unpadded `Card`. */
export function List({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  );
}

interface RowProps {
  /** The whole row leads there. */
  href?: ComponentProps<typeof Link>["href"];
  /** A tile or an icon. */
  lead?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  /** The figure, at the end of the first line. */
  value?: ReactNode;
  /** Below the figure: a badge, a second figure. */
  state?: ReactNode;
}

/** One thing in a `List`: what it is at the left, what it costs and how it stands at the right. */
export function Row({ href, lead, title, note, value, state }: RowProps) {
  return (
    <li className="relative flex min-h-16 items-center gap-3 px-4 py-2.5 first:rounded-t-lg last:rounded-b-lg has-[a:hover]:bg-sunken/60 md:px-5">
      {lead}
      <div className="min-w-0 flex-1">
        <div className="truncate font-medium">
          {href ? (
            <Link href={href} className="stretched rounded-sm">
              {title}
            </Link>
          ) : (
            title
          )}
        </div>
        {note && <div className="truncate text-muted text-sm">{note}</div>}
      </div>
      {(value || state) && (
        <div className="flex shrink-0 flex-col items-end gap-0.5">
          {value && <div className="font-semibold">{value}</div>}
          {state && <div className="text-sm **:data-badge:bg-transparent **:data-badge:p-0">{state}</div>}
        </div>
      )}
    </li>
  );
}
