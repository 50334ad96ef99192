import { sql } from "drizzle-orm";
import type { Db } from "#lib/core/context";
import {
  collectors,
  compileQuery,
  createPlaceholders,
  type Query,
  type Row,
  runQuery,
  type Write,
} from "./prepare-query.ts";

interface Part {
  write: Write<Row>;
  values: Row;
  resolve(rows: Row[]): void;
  reject(error: unknown): void;
}

/**
 * Returns a context whose prepared statements go out together: those that begin before the next turn of the event loop
 * are one statement, since most of what a small one costs is its way there and back. They only read, and one that fails
 * fails them all. Whole numbers in their rows are numbers where these are exact.
 */
export function readTogether<C extends { db: Db }>(ctx: C): C {
  const db: Db = Object.create(ctx.db);
  let waiting: Part[] = [];
  const send = () => {
    const parts = waiting;
    waiting = [];
    void runParts(ctx.db, parts);
  };
  collectors.set(db, (write, values) => {
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
    if (waiting.length === 0) setImmediate(send);
    waiting.push({ write, values, resolve, reject });
    return promise;
  });
  return { ...ctx, db };
}

/** The statement of each sequence of parts that began together: a few for a page. */
const queries = new Map<string, Query>();

async function runParts(db: Db, parts: readonly Part[]): Promise<void> {
  try {
    const key = parts.map(({ write }) => getWriteId(write)).join();
    const query = queries.get(key) ?? compileQuery(combineParts(parts));
    queries.set(key, query);
    const values = parts.flatMap(({ values }, n) =>
      Object.entries(values).map(([name, value]) => [nameValues(n) + name, value]),
    );
    const [row] = await runQuery(db, query, Object.fromEntries(values));
    const rows = parts.map((_, n) => parseRowsJson(row?.[`part_${n}`]));
    for (const [n, { resolve }] of parts.entries()) resolve(rows[n] ?? []);
  } catch (error) {
    for (const { reject } of parts) reject(error);
  }
}

const combineParts = (parts: readonly Part[]) =>
  sql`select ${sql.join(
    parts.map(({ write }, n) => {
      const rows = write(createPlaceholders(nameValues(n)));
      return sql`(select json_agg(part) from (${rows}) part)::text as ${sql.identifier(`part_${n}`)}`;
    }),
    sql`, `,
  )}`;

/** The prefix of the names of a part's values. */
const nameValues = (part: number) => `${part}.`;

const writeIds = new WeakMap<Write<Row>, number>();
let lastWriteId = 0;

function getWriteId(write: Write<Row>): number {
  const id = writeIds.get(write) ?? ++lastWriteId;
  writeIds.set(write, id);
  return id;
}

/** A number that may have more digits than JavaScript keeps. */
const LONG_NUMBER = /[:[,]-?\d{16,}/;

/** Parses rows, none of which is null. A number that isn't exact in JavaScript is its text, as the driver has it. */
export function parseRowsJson(text: unknown): Row[] {
  if (typeof text !== "string") return [];
  return JSON.parse(text, LONG_NUMBER.test(text) ? keepDigits : undefined);
}

const keepDigits = ((_key: string, value: unknown, { source }: { source?: string }) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value) as Parameters<
  typeof JSON.parse
>[1];
