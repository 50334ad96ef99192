import { sql } from "drizzle-orm";
import type { Db } from "#lib/core/context";
import {
  collectors,
  compileQuery,
  createPlaceholders,
  type Query,
  type Row,
  runQuery,
  type Statement,
  type Write,
} from "./prepare-query.ts";

interface Part extends Statement {
  resolve(rows: Row[]): void;
  reject(error: unknown): void;
}

/**
 * Returns the context, the same at each call, whose prepared statements go out together: those that begin before the
 * next turn of the event loop are one statement, since most of what a small one costs is its way there and back. They
 * only read, and one that fails fails them all. Whole numbers in their rows are numbers where these are exact.
 */
export function readTogether<C extends { db: Db }>(ctx: C): C {
  if (collectors.has(ctx.db)) return ctx;
  const together = contexts.get(ctx) ?? { ...ctx, db: collectReads(ctx.db) };
  contexts.set(ctx, together);
  return together as C;
}

const contexts = new WeakMap<object, object>();

function collectReads(reader: Db): Db {
  const db: Db = Object.create(reader);
  let waiting: Part[] = [];
  const send = () => {
    const parts = waiting;
    waiting = [];
    void runParts(reader, parts);
  };
  collectors.set(db, (statement) => {
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
    if (waiting.length === 0) setImmediate(send);
    waiting.push({ ...statement, resolve, reject });
    return promise;
  });
  return db;
}

/** The statement of each sequence of parts that began together: a few for a page. */
const queries = new Map<string, Query>();

async function runParts(db: Db, parts: readonly Part[]): Promise<void> {
  try {
    const rows = parts.length === 1 ? [await parts[0]?.run(db)] : await runAsOne(db, parts);
    for (const [n, { resolve }] of parts.entries()) resolve(rows[n] ?? []);
  } catch (error) {
    for (const { reject } of parts) reject(error);
  }
}

async function runAsOne(db: Db, parts: readonly Part[]): Promise<Row[][]> {
  const key = parts.map(({ write }) => getWriteId(write)).join();
  const query = queries.get(key) ?? compileQuery(combineParts(parts));
  queries.set(key, query);
  const values = parts.flatMap(({ values }, n) =>
    Object.entries(values).map(([name, value]) => [nameValues(n) + name, value]),
  );
  const [row] = await runQuery(db, query, Object.fromEntries(values));
  return parts.map((_, n) => parseRowsJson(row?.[`part_${n}`]));
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
