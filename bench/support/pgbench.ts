import { spawn } from "node:child_process";
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { drizzle } from "drizzle-orm/postgres-js";
import { openPool } from "#db/driver/open-pool";
import type { Db } from "#lib/core/context";

export interface CapturedStatement {
  text: string;
  parameters: readonly unknown[];
}

export async function captureStatements(
  url: string,
  work: (db: Db) => Promise<unknown>,
): Promise<CapturedStatement[]> {
  const sent: CapturedStatement[] = [];
  const sql = openPool(url, {
    max: 1,
    debug: (_, text, parameters) => sent.push({ text, parameters: [...parameters] }),
  });
  try {
    await work(drizzle(sql) as unknown as Db);
  } finally {
    await sql.end();
  }
  return sent;
}

/** Varying values: the value in each of two captures, and its text in the script. */
export type VaryingValues = readonly (readonly [first: unknown, second: unknown, expression: string])[];

/**
 * Builds the statements of a pgbench script from two captures of the same work: a value that is equal in both becomes a
 * variable, one that differs must be one of `varying`.
 * @param write writes a statement; by default with a semicolon at its end.
 */
export function buildScript(
  first: CapturedStatement[],
  second: CapturedStatement[],
  varying: VaryingValues,
  write = (statement: string) => `${statement};`,
) {
  const variables = new Map<string, string>();
  const toExpression = (value: unknown, secondValue: unknown): string => {
    const pattern = varying.find(
      ([first, second]) => isSameText(first, value) && isSameText(second, secondValue),
    );
    if (pattern) return pattern[2];
    if (!isSameText(value, secondValue))
      throw new Error(`No expression for the varying values ${value} and ${secondValue}.`);
    if (value === null || value === undefined) return "null";
    const name = variables.get(String(value)) ?? `v${variables.size}`;
    variables.set(String(value), name);
    return `:${name}`;
  };
  const statements = first.map(({ text, parameters }, n) => {
    const repeated = second[n];
    if (repeated?.text !== text)
      throw new Error(`The second capture has another statement: ${repeated?.text}`);
    const statement = text.replaceAll(/\$(\d+)/g, (_, at) =>
      toExpression(parameters[at - 1], repeated.parameters[at - 1]),
    );
    return write(statement.trim());
  });
  const set = [...variables].flatMap(([value, name]) => ["-D", `${name}=${value}`]);
  return { statements: statements.join("\n"), set };
}

const isSameText = (a: unknown, b: unknown) => String(a) === String(b);

export interface PgbenchResult {
  /** Transactions in all, each a whole run of the script. */
  done: number;
  perSecond: number;
}

/**
 * Runs a script with prepared statements.
 * @returns how to run it by so many clients for so many seconds; undefined when there is no pgbench on this machine.
 */
export function createPgbench(url: string, script: string, set: string[]) {
  const program = findPgbench();
  if (!program) return undefined;
  return async (clients: number, seconds: number): Promise<PgbenchResult> => {
    const dir = mkdtempSync(join(tmpdir(), "portal-pgbench-"));
    const file = join(dir, "script.sql");
    writeFileSync(file, script);
    const threads = Math.min(clients, 2);
    const args = [
      "-n",
      "-M",
      "prepared",
      "-c",
      clients,
      "-j",
      threads,
      "-T",
      seconds,
      "-f",
      file,
      ...set,
      url,
    ];
    const child = spawn(program, args.map(String), { stdio: ["ignore", "pipe", "pipe"] });
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    rmSync(dir, { recursive: true });
    const number = (pattern: RegExp) => Number(pattern.exec(out)?.[1] ?? Number.NaN);
    const done = number(/transactions actually processed: (\d+)/);
    const perSecond = number(/^tps = ([\d.]+)/m);
    if (!(done > 0) || !(perSecond > 0) || /aborted|ERROR/.test(errors))
      throw new Error(`pgbench failed:\n${out}${errors}`.slice(0, 4000));
    return { done, perSecond };
  };
}

/** `PGBENCH`, that of the system, or the newest of Debian's packages. */
function findPgbench(): string | undefined {
  const paths = [
    process.env.PGBENCH,
    ...(process.env.PATH ?? "").split(":").map((dir) => join(dir, "pgbench")),
    ...globSync("/usr/lib/postgresql/*/bin/pgbench").toSorted().toReversed(),
  ];
  const path = paths.find((path) => path && existsSync(path));
  if (!path)
    console.log("There is no pgbench on this machine, so its results are left out. Set PGBENCH to its path.");
  return path;
}
