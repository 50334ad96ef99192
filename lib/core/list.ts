import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Ctx, requireAdmin } from "./context.ts";
import { type Cell, csv } from "./csv.ts";
import { Cursor, cursorOrder, type Order, type Page, pageConditions, toPage } from "./page.ts";
import { type Written, written } from "./written.ts";

/** What a list is made of: who may read it, what narrows it, how its rows are read, and the cells of its file. */
interface Definition<F extends z.ZodRawShape, T> {
  /** @throws for whoever may not read it. */
  allow: (ctx: Ctx) => unknown;
  /** What it can be narrowed by, as it stands in an address. What makes no sense there is left out. */
  filter: F;
  /** What comes first; the newest unless told otherwise. */
  order?: Order;
  /** The text by which rows are chosen one by one, where that is not the number that pages go by. */
  key?: SQLWrapper;
  pageSize: number;
  read: (ctx: Ctx, filter: Filter<F>, slice: Slice) => Promise<Page<T>>;
  /**
   * The CSV export: its name, to which the day is added, and its columns, each made of a row; of a list that has a row
   * or more for each purchase, made by the database.
   */
  file?:
    | { name: string; columns: Columns<T> }
    | { name: string; written: (ctx: Ctx, filter: Filter<F>) => Written | Promise<Written> };
}

/** The cells of a file, by the heads of its columns. */
export type Columns<T> = Readonly<Record<string, (row: T) => Cell>>;

/** The filters that are on. */
export type Filter<F extends z.ZodRawShape> = { [K in keyof F]?: z.output<F[K]> | undefined };

/** Filters and cursor as they come from an address, or from a caller. */
type Input<F extends z.ZodRawShape> = { [K in keyof F | keyof Cursor]?: unknown };

/** The part of a list that is wanted. Conditions and order are those of `p.id`. */
export interface Slice {
  cursor: Cursor;
  size: number;
  conditions: SQL[];
  orderBy: SQL;
  /** One row more than `size`, which tells whether there is a next page. */
  limit: number;
  /** Cuts the extra row off, and turns each row into what `view` makes of it. */
  page: <R extends { id: string | number }, T>(found: readonly R[], view: (row: R) => T) => Page<T>;
}

/** A page, and what it was narrowed by. */
export interface ListPage<F extends z.ZodRawShape, T> extends Page<T> {
  filter: Filter<F>;
  /** The filters that are on, as text for an address. */
  on: Record<string, string>;
  order: Order;
  /** More than the first page of everything was asked for. */
  narrowed: boolean;
}

export interface List<F extends z.ZodRawShape, T> {
  page: (ctx: Ctx, input?: Input<F>, size?: number) => Promise<ListPage<F, T>>;
  /** Of the rows with these keys those that there are, in the list's order. */
  some: (ctx: Ctx, keys: readonly string[], input?: Input<F>) => Promise<T[]>;
  /** Everything that the filters find, as CSV, streamed. Throws at once, not only when it is read. */
  csv: (ctx: Ctx, input?: Input<F>) => AsyncGenerator<string>;
  fileName: string;
}

/** One row of a list. */
export type RowOf<L> = L extends List<infer _, infer T> ? T : never;

const CHUNK = 1_000;

/** A list that people filter, page through and export. Rows are read from an alias `p`, whose `id` is what pages go by. */
export function defineList<F extends z.ZodRawShape, T>(definition: Definition<F, T>): List<F, T> {
  const { allow, filter: shape, order = "newest", key, pageSize, read } = definition;
  const file = definition.file ?? { name: "list", columns: {} };
  return {
    async page(ctx, input = {}, size = pageSize) {
      allow(ctx);
      const filter = filterOf(shape, input);
      const cursor = Cursor.parse(input);
      const page = await read(ctx, filter, sliceOf(cursor, size, order));
      const on = textOf(filter);
      const narrowed = Object.keys(on).length > 0 || Object.values(cursor).some(Boolean);
      return { ...page, filter, on, narrowed, order };
    },
    async some(ctx, keys, input = {}) {
      allow(ctx);
      const wanted = key ? keys : keys.map(Number).filter(Number.isSafeInteger);
      if (wanted.length === 0) return [];
      const slice = sliceOf({}, wanted.length, order);
      const chosen = sql`${key ?? sql`p.id`} in ${wanted}`;
      const { rows } = await read(ctx, filterOf(shape, input), { ...slice, conditions: [chosen] });
      return rows;
    },
    csv(ctx, input = {}) {
      allow(ctx);
      if (ctx.actor.kind === "admin") requireAdmin(ctx, "export");
      const filter = filterOf(shape, input);
      if ("written" in file) return written(ctx, () => file.written(ctx, filter), order);
      const { columns } = file;
      const chunk = (after?: number) => read(ctx, filter, sliceOf({ after }, CHUNK, order));
      return csv(Object.keys(columns), cells(chunk, columns));
    },
    fileName: file.name,
  };
}

/** What an address says of the filters; of what it says twice, the first. */
function filterOf<F extends z.ZodRawShape>(shape: F, input: Input<F>): Filter<F> {
  const found = Object.entries(shape).flatMap(([name, schema]) => {
    const { data } = (schema as z.ZodType).safeParse([input[name]].flat()[0]);
    return data === undefined ? [] : [[name, data]];
  });
  return Object.fromEntries(found);
}

function textOf(filter: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));
}

function sliceOf(cursor: Cursor, size: number, order: Order): Slice {
  return {
    cursor,
    size,
    conditions: pageConditions(cursor, order),
    orderBy: cursorOrder(cursor, order),
    limit: size + 1,
    page: (found, view) => toPage(found, cursor, size, view),
  };
}

/** Every row, chunk after chunk from the first. */
async function* cells<T>(chunk: (after?: number) => Promise<Page<T>>, columns: Columns<T>) {
  let after: number | undefined;
  do {
    const { rows, next } = await chunk(after);
    for (const row of rows) yield Object.values(columns).map((cell) => cell(row));
    after = next === null ? undefined : Number(next);
  } while (after !== undefined);
}
