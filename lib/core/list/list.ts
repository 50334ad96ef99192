import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { readFromReplica } from "#lib/core/reading";
import { type CsvCell, encodeCsv } from "./csv.ts";
import { Cursor, cursorOrder, type ListOrder, type Page, pageConditions, toPage } from "./page.ts";
import { type CsvQuery, streamCsv } from "./stream-csv.ts";

/** A list: its permission, its filters, the query of its rows, and the cells of its export. */
interface ListDefinition<F extends z.ZodRawShape, T> {
  /** @throws unless the actor may read it. */
  allow: (ctx: Ctx) => unknown;
  /** Its filters, as text in an address. Invalid values are ignored. */
  filter: F;
  /** Its order; by default the newest first. */
  order?: ListOrder;
  /** The text that selects single rows, where it isn't the id of pages. */
  key?: SQLWrapper;
  pageSize: number;
  /** Whether its older pages, and an admin's search, may be a minute old: they are read from the replica. */
  fromReplica?: boolean;
  read: (ctx: Ctx, filter: ListFilter<F>, slice: ListSlice) => Promise<Page<T>>;
  /**
   * The CSV export: its name, to which the day is added, and its columns. The database formats those of lists
   * with a row or more per purchase.
   */
  file?:
    | { name: string; columns: ListColumns<T> }
    | { name: string; written: (ctx: Ctx, filter: ListFilter<F>) => CsvQuery | Promise<CsvQuery> };
}

export type ListColumns<T> = Readonly<Record<string, (row: T) => CsvCell>>;

export type ListFilter<F extends z.ZodRawShape> = { [K in keyof F]?: z.output<F[K]> | undefined };

/** Filters and cursor from an address, or from a caller. */
type ListParams<F extends z.ZodRawShape> = { [K in keyof F | keyof Cursor]?: unknown };

/** The requested part of a list. Conditions and order are those of `p.id`. */
export interface ListSlice {
  cursor: Cursor;
  size: number;
  conditions: SQL[];
  orderBy: SQL;
  /** One row more than `size`, which shows whether there is a next page. */
  limit: number;
  /** Cuts the extra row off, and maps each row with `view`. */
  page: <R extends { id: string | number }, T>(rows: readonly R[], view: (row: R) => T) => Page<T>;
}

export interface ListPage<F extends z.ZodRawShape, T> extends Page<T> {
  filter: ListFilter<F>;
  /** The active filters, as text for an address. */
  on: Record<string, string>;
  order: ListOrder;
  /** A filter or a further page was requested. */
  narrowed: boolean;
  /** The time up to which its rows are complete, where they are older than the page. */
  asOf: Date | undefined;
}

export interface List<F extends z.ZodRawShape, T> {
  page: (ctx: Ctx, input?: ListParams<F>, size?: number) => Promise<ListPage<F, T>>;
  /** Returns the existing rows with these keys, in the list's order. */
  byKeys: (ctx: Ctx, keys: readonly string[], input?: ListParams<F>) => Promise<T[]>;
  /** Streams all matching rows as CSV. Throws at once, not only when it is read. */
  csv: (ctx: Ctx, input?: ListParams<F>) => AsyncGenerator<string>;
  fileName: string;
}

export type RowOf<L> = L extends List<infer _, infer T> ? T : never;

const CHUNK_SIZE = 1_000;

/** Defines a list with filters, pages and an export. Rows are of an alias `p`, whose `id` orders pages. */
export function defineList<F extends z.ZodRawShape, T>(definition: ListDefinition<F, T>): List<F, T> {
  const { allow, filter: shape, order = "newest", key, pageSize, fromReplica = false, read } = definition;
  const file = definition.file ?? { name: "list", columns: {} };
  return {
    async page(ctx, input = {}, size = pageSize) {
      allow(ctx);
      const filter = parseFilter(shape, input);
      const cursor = Cursor.parse(input);
      const on = formatFilter(filter);
      const slice = createSlice(cursor, size, order);
      const mayBeOld =
        fromReplica && (cursor.after !== undefined || (ctx.actor.kind === "admin" && on.q !== undefined));
      const reading = await readFromReplica(mayBeOld ? ctx : { ...ctx, readReplica: undefined }, (ctx) =>
        read(ctx, filter, slice),
      );
      // The row that an admin searches may be new.
      const { value: page, asOf } =
        reading.asOf && reading.value.rows.length === 0
          ? { value: await read(ctx, filter, slice), asOf: undefined }
          : reading;
      const narrowed = Object.keys(on).length > 0 || Object.values(cursor).some(Boolean);
      return { ...page, filter, on, narrowed, order, asOf };
    },
    async byKeys(ctx, keys, input = {}) {
      allow(ctx);
      const wanted = key ? keys : keys.map(Number).filter(Number.isSafeInteger);
      if (wanted.length === 0) return [];
      const slice = createSlice({}, wanted.length, order);
      const chosen = sql`${key ?? sql`p.id`} in ${wanted}`;
      const { rows } = await read(ctx, parseFilter(shape, input), { ...slice, conditions: [chosen] });
      return rows;
    },
    csv(ctx, input = {}) {
      allow(ctx);
      if (ctx.actor.kind === "admin") requireAdmin(ctx, "export");
      const filter = parseFilter(shape, input);
      if ("written" in file) return streamCsv(ctx, () => file.written(ctx, filter), order);
      const { columns } = file;
      const chunk = async (after?: number) => {
        const slice = createSlice({ after }, CHUNK_SIZE, order);
        return (await readFromReplica(ctx, (ctx) => read(ctx, filter, slice))).value;
      };
      return encodeCsv(Object.keys(columns), streamCells(chunk, columns));
    },
    fileName: file.name,
  };
}

/** Parses the filters of an address; the first of repeated ones. */
function parseFilter<F extends z.ZodRawShape>(shape: F, input: ListParams<F>): ListFilter<F> {
  const entries = Object.entries(shape).flatMap(([name, schema]) => {
    const { data } = (schema as z.ZodType).safeParse([input[name]].flat()[0]);
    return data === undefined ? [] : [[name, data]];
  });
  return Object.fromEntries(entries);
}

function formatFilter(filter: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));
}

function createSlice(cursor: Cursor, size: number, order: ListOrder): ListSlice {
  return {
    cursor,
    size,
    conditions: pageConditions(cursor, order),
    orderBy: cursorOrder(cursor, order),
    limit: size + 1,
    page: (rows, view) => toPage(rows, cursor, size, view),
  };
}

/** Yields every row, chunk by chunk from the first. */
async function* streamCells<T>(chunk: (after?: number) => Promise<Page<T>>, columns: ListColumns<T>) {
  let after: number | undefined;
  do {
    const { rows, next } = await chunk(after);
    for (const row of rows) yield Object.values(columns).map((cell) => cell(row));
    after = next === null ? undefined : Number(next);
  } while (after !== undefined);
}
