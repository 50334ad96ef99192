import { spawn } from "node:child_process";
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { drizzle } from "drizzle-orm/postgres-js";
import { open } from "../../db/driver.ts";
import type { Db } from "../../lib/core/context.ts";

/** A statement as the portal sent it. */
export interface Sent {
  text: string;
  parameters: readonly unknown[];
}

/** What one piece of work sends to the database, statement by statement, told by the driver itself. */
export async function sentBy(url: string, work: (db: Db) => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const sql = open(url, {
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

/** What takes the place of a value that is another each time: the value in each of two captures, and the script's words. */
export type Varying = readonly (readonly [one: unknown, other: unknown, words: string])[];

/**
 * The statements of a pgbench script, from the same work captured twice: what is the same in both is a variable with that
 * value, what differs has to be one of `varying`.
 * @param ends what stands at the end of a statement in place of its semicolon, where anything does.
 */
export function scriptOf(one: Sent[], other: Sent[], varying: Varying, ends = (_: string) => ";") {
  const variables = new Map<string, string>();
  const words = (value: unknown, and: unknown): string => {
    const known = varying.find(([first, second]) => isSame(first, value) && isSame(second, and));
    if (known) return known[2];
    if (!isSame(value, and)) throw new Error(`Nobody says how ${value} and ${and} vary.`);
    if (value === null || value === undefined) return "null";
    const name = variables.get(String(value)) ?? `v${variables.size}`;
    variables.set(String(value), name);
    return `:${name}`;
  };
  const statements = one.map(({ text, parameters }, n) => {
    const again = other[n];
    if (again?.text !== text)
      throw new Error(`The portal said something else the second time: ${again?.text}`);
    const said = text.replaceAll(/\$(\d+)/g, (_, at) => words(parameters[at - 1], again.parameters[at - 1]));
    return `${said.trim()}${ends(text)}`;
  });
  const set = [...variables].flatMap(([value, name]) => ["-D", `${name}=${value}`]);
  return { statements: statements.join("\n"), set };
}

const isSame = (one: unknown, other: unknown) => String(one) === String(other);

export interface Ran {
  /** Transactions in all, each a whole run of the script. */
  done: number;
  perSecond: number;
}

/**
 * Runs a script with prepared statements.
 * @returns how to run it by so many clients for so many seconds; undefined when there is no pgbench on this machine.
 */
export function pgbench(url: string, script: string, set: string[]) {
  const program = pgbenchPath();
  if (!program) return undefined;
  return async (clients: number, seconds: number): Promise<Ran> => {
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
function pgbenchPath(): string | undefined {
  const paths = [
    process.env.PGBENCH,
    ...(process.env.PATH ?? "").split(":").map((dir) => join(dir, "pgbench")),
    ...globSync("/usr/lib/postgresql/*/bin/pgbench").toSorted().toReversed(),
  ];
  const found = paths.find((path) => path && existsSync(path));
  if (!found)
    console.log("There is no pgbench on this machine (PGBENCH names one): what it would show is left out.");
  return found;
}
