import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

export interface Page<T> {
  rows: T[];
  /** Opaque; pass as `after` for the next page, null on the last. */
  next: string | null;
  /** Opaque; pass as `before` for the page before, null on the first. */
  previous: string | null;
}

/** The position of a page: after or before a row, by its id; newest first. */
export const Cursor = z.object({
  after: z.coerce.number<string | number>().int().positive().optional().catch(undefined),
  before: z.coerce.number<string | number>().int().positive().optional().catch(undefined),
});
export type Cursor = z.infer<typeof Cursor>;

/** Lists of pending work begin with the oldest. */
export type ListOrder = "newest" | "oldest";

/** Builds conditions on `p.id`, so that pages stay stable while rows are added. */
export function pageConditions(cursor: Cursor, order: ListOrder = "newest"): SQL[] {
  const [later, earlier] = order === "newest" ? [sql`<`, sql`>`] : [sql`>`, sql`<`];
  if (cursor.after !== undefined) return [sql`p.id ${later} ${cursor.after}`];
  if (cursor.before !== undefined) return [sql`p.id ${earlier} ${cursor.before}`];
  return [];
}

/** Builds the order: a page before a row is read backwards from it. */
export function cursorOrder(cursor: Cursor, order: ListOrder = "newest"): SQL {
  return isBackward(cursor) === (order === "newest") ? sql`p.id asc` : sql`p.id desc`;
}

/** Cuts the extra row off and adds the cursors of the neighbours. */
export function toPage<R extends { id: string | number }, T>(
  items: readonly R[],
  cursor: Cursor,
  size: number,
  view: (row: R) => T,
): Page<T> {
  const backward = isBackward(cursor);
  const more = items.length > size;
  const rows = items.slice(0, size);
  if (backward) rows.reverse();
  const id = (row: R | undefined) => (row ? String(row.id) : null);
  const hasNext = backward || more;
  const hasPrevious = backward ? more : cursor.after !== undefined;
  return {
    rows: rows.map(view),
    next: hasNext ? id(rows.at(-1)) : null,
    previous: hasPrevious ? id(rows[0]) : null,
  };
}

function isBackward(cursor: Cursor): boolean {
  return cursor.after === undefined && cursor.before !== undefined;
}

export function buildWhere(conditions: SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}
