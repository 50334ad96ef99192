import type { ReactNode } from "react";
import { RowLink } from "./row-link.tsx";

/** Rows under one another, parted by hairlines; put it in an unpadded `Card`. */
export function RowList({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  );
}

interface ListRowProps {
  /** The whole row leads there. */
  href?: string | undefined;
  /** The link's name, where other rows have the same title; it begins with the title. */
  label?: string | undefined;
  lead?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  value?: ReactNode;
  /** Below the figure: a badge, a second figure. */
  state?: ReactNode;
}

/** One thing in a `List`: what it is at the left, what it costs and how it stands at the right. */
export function ListRow({ href, label, lead, title, note, value, state }: ListRowProps) {
  return (
    <li className={ROW_CLASS}>
      {lead && <div className="pr-3 [grid-area:lead]">{lead}</div>}
      <div className="truncate font-medium [grid-area:title]">
        {href ? (
          <RowLink href={href} label={label}>
            {title}
          </RowLink>
        ) : (
          title
        )}
      </div>
      {note && <div className="text-muted text-sm [grid-area:note]">{note}</div>}
      {value && <div className="justify-self-end pl-2 font-semibold [grid-area:value]">{value}</div>}
      {state && (
        <div className="justify-self-end pl-2 text-sm [grid-area:state] **:data-badge:bg-transparent **:data-badge:p-0">
          {state}
        </div>
      )}
    </li>
  );
}

/** Two lines that share no column: a long state does not cut the title, nor a long title the price. */
const ROW_CLASS = [
  "relative grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto_auto] content-center items-center gap-y-0.5",
  "[grid-template-areas:'lead_title_title_value'_'lead_note_state_state']",
  "px-4 py-2.5 has-[a:hover]:bg-sunken/60 md:px-5",
].join(" ");
