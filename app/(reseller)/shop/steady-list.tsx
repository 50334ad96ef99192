"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button";
import { ArrowUp } from "#app/ui/icon/icons.ts";

interface SteadyRow {
  id: number;
  content: ReactNode;
}

interface Props {
  /** Newest first. */
  rows: readonly SteadyRow[];
  empty: ReactNode;
  hasMore: boolean;
  /** Whether several are selected and acted on by another form. */
  selects: boolean;
}

/**
 * The orders, without moving them under a finger: new ones wait behind a button, and one that left the list
 * because of something else than an action on it keeps its place, until the list is shown again. Changes
 * within a row show at once.
 */
export function SteadyList({ rows, empty, hasMore, selects }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(rows);
  const [acted, setActed] = useState<ReadonlySet<number>>(new Set());
  const [focused, setFocused] = useState<number | null>(null);
  const { visible, added, left } = mergeRows(shown, rows, {
    hasMore,
    isActedOn: ({ id }) => selects || acted.has(id),
  });
  const isSame = visible.length === shown.length && visible.every((row, n) => row === shown[n]);
  if (!isSame) setShown(visible);
  useEffect(() => {
    if (focused === null) return;
    const first = list.current?.querySelector<HTMLElement>(`[data-row="${focused}"]`);
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: "center" });
  }, [focused]);
  const showAll = () => {
    setShown(rows);
    setActed(new Set());
    setFocused(rows.find(({ id }) => !shown.some((row) => row.id === id))?.id ?? rows[0]?.id ?? null);
  };
  const news = formatNews(added, left.size);
  return (
    <>
      {/* Over the links above the list, and over the list once that is scrolled: it takes no room. */}
      <div className="sticky top-2 z-10 h-0">
        <div aria-live="polite" className="absolute right-0 bottom-1">
          {news && (
            <Button onClick={showAll} className="shadow-lift">
              <ArrowUp className="size-4" />
              {news} · Show
            </Button>
          )}
        </div>
      </div>
      {visible.length === 0 ? (
        empty
      ) : (
        <ul ref={list} aria-label="Orders" className="flex flex-col gap-3">
          {visible.map(({ id, content }) => (
            <li
              key={id}
              data-row={id}
              tabIndex={-1}
              inert={left.has(id)}
              onSubmit={() => setActed((before) => new Set(before).add(id))}
              className="rounded-lg border border-line bg-surface p-4 inert:opacity-50 md:flex md:items-start md:gap-6 md:px-5"
            >
              {content}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * Merges the rows that are shown with the current ones.
 * @returns the rows to show, the numbers of those held back, and the ids of those that left the list
 */
function mergeRows(
  shown: readonly SteadyRow[],
  rows: readonly SteadyRow[],
  { hasMore, isActedOn }: { hasMore: boolean; isActedOn: (row: SteadyRow) => boolean },
) {
  const current = new Map(rows.map((row) => [row.id, row]));
  const last = hasMore ? (rows.at(-1)?.id ?? 0) : 0;
  const isLeft = (row: SteadyRow) => !current.has(row.id) && !isActedOn(row);
  const remaining = shown.filter((row) => current.has(row.id) || isLeft(row));
  // Nothing is under the finger in an empty list, nor in one whose last order was acted on.
  if (remaining.length === 0) return { visible: rows, added: { new: 0, all: 0 }, left: new Set<number>() };
  const ids = new Set(remaining.map(({ id }) => id));
  const newest = Math.max(...ids);
  const added = rows.filter(({ id }) => !ids.has(id));
  return {
    visible: remaining.map((row) => current.get(row.id) ?? row),
    added: { new: added.filter(({ id }) => id > newest).length, all: added.length },
    // An older one than the last was only pushed to the next page.
    left: new Set(remaining.filter((row) => isLeft(row) && row.id > last).map(({ id }) => id)),
  };
}

function formatNews(added: { new: number; all: number }, left: number): string | null {
  if (added.all > 0 && added.new === added.all) return formatOrderCount(added.all, "new ");
  if (added.all > 0) return formatOrderCount(added.all, "more ");
  return left > 0 ? `${formatOrderCount(left)} moved` : null;
}

const formatOrderCount = (count: number, which = "") => `${count} ${which}order${count === 1 ? "" : "s"}`;
