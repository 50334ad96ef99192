import { Download, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { address } from "./address.ts";
import { buttonClass } from "./button-class.ts";
import { ButtonLink } from "./button-link.tsx";
import { Card } from "./card.tsx";
import { EmptyState } from "./empty-state.tsx";
import { type Filter, ListFilters, type Search } from "./list-filters.tsx";
import { Live } from "./live.tsx";
import { May } from "./may.tsx";
import { PageHeader } from "./page-header.tsx";
import { type Listed, Pager } from "./pager.tsx";
import { PlainIcon } from "./plain-icon.tsx";
import { Skeleton, SkeletonRows } from "./skeleton.tsx";

/** Words for a list without rows. */
export interface Empty {
  icon?: LucideIcon;
  title: string;
  text: ReactNode;
  /** The next step; quiet where it leads back rather than on. */
  action?: { href: string; label: string; quiet?: boolean };
}

interface Part<T> {
  /** The address of the page itself. */
  here: string;
  page: Listed<T>;
}

interface HeaderProps<T> extends Part<T> {
  title: ReactNode;
  lead?: ReactNode;
  back?: { href: string; label: string };
  /** The page's own acts, before the file. */
  acts?: ReactNode;
}

interface BodyProps<T> extends Part<T> {
  /** When there is nothing at all; one line, or a title with words. */
  empty: string | Empty;
  /** When the filters find nothing; as `empty` if left out. */
  unmatched?: Empty;
  /** What the pager says, unless it is newer and older. */
  words?: { previous: string; next: string };
  /** The rows. */
  children: ReactNode;
}

interface Props<T> extends HeaderProps<T>, BodyProps<T> {
  /** Keeps itself true. */
  live?: boolean;
  /** Tabs and notices, between the header and the filters. */
  above?: ReactNode;
  search?: Search;
  filters?: readonly Filter[];
  /** Also from when to when. */
  days?: boolean;
}

/** A list from its title to its pager. A page that is laid out otherwise takes its parts. */
export function ListPage<T>({ live, above, search, filters, days, ...list }: Props<T>) {
  const { here, page } = list;
  return (
    <>
      {live && <Live />}
      <ListHeader {...list} />
      {above}
      <ListFilters here={here} on={page.on} search={search} filters={filters} days={days} />
      <ListBody {...list} />
    </>
  );
}

/** The top of a list, with its file. */
export function ListHeader<T>({ here, page, title, lead, back, acts }: HeaderProps<T>) {
  return (
    <PageHeader title={title} lead={lead} back={back}>
      {acts}
      {page.rows.length > 0 && (
        <May do="export">
          <a
            href={address(`${here}/export`, page.on)}
            download
            className={buttonClass({ variant: "secondary" })}
          >
            <PlainIcon icon={Download} />
            CSV
          </a>
        </May>
      )}
    </PageHeader>
  );
}

/** The rows of a list, or why there are none, and the way to its other pages. */
export function ListBody<T>({ here, page, empty, unmatched, words, children }: BodyProps<T>) {
  return (
    <>
      {page.rows.length > 0 ? children : <Nothing words={(page.narrowed && unmatched) || empty} />}
      <Pager here={here} page={page} words={words} />
    </>
  );
}

function Nothing({ words }: { words: string | Empty }) {
  if (typeof words === "string") return <p className="py-8 text-center text-muted">{words}</p>;
  const { icon, title, text, action } = words;
  return (
    <Card>
      <EmptyState
        icon={icon}
        title={title}
        action={
          action && (
            <ButtonLink href={action.href} variant={action.quiet ? "secondary" : "primary"}>
              {action.label}
            </ButtonLink>
          )
        }
      >
        {text}
      </EmptyState>
    </Card>
  );
}

interface SkeletonProps {
  title: string;
  /** How wide the page's acts are, one class each. */
  acts?: readonly string[];
  tabs?: boolean;
  /** Figures over the list, while they are counted. */
  sums?: ReactNode;
  rows?: number;
}

/** A list in its final layout, before it is there. */
export function ListSkeleton({ title, acts = [], tabs, sums, rows = 10 }: SkeletonProps) {
  return (
    <>
      <PageHeader title={title}>
        {acts.map((width) => (
          <Skeleton key={width} className={`h-11 rounded-md ${width}`} />
        ))}
      </PageHeader>
      {tabs && <Skeleton className="mb-5 h-11 w-full rounded-md" />}
      <Skeleton className="mb-4 h-11 w-full rounded-md md:h-[4.4rem]" />
      {sums}
      <SkeletonRows count={rows} />
    </>
  );
}
