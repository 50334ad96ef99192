import { trueOutcome } from "#sandbox/outcome-checks";
import { act } from "./actors/people.ts";
import { readTransactions } from "./actors/resolvers.ts";
import type { OpenWorld } from "./open-world.ts";

export const BACKUP = "backup";
const STANDBY = "standby";
/** How long a database that took over is confirmed or doubted, at most. */
const DOUBT_MS = 150_000;
/** How long an operator compares before sending starts again: the suppliers' minute is over then. */
const COMPARISON_MS = 61_000;

/** A standby takes over, which may lack the last seconds; perhaps a process ends with the primary. */
export async function promotion(open: OpenWorld): Promise<void> {
  const { world, machines, table, database } = open;
  await world.sleep(world.between(0, 4_000));
  if (world.chance(0.6)) {
    await database.copy(STANDBY);
    await world.sleep(world.pick([100, 1_000, 4_000]));
  }
  await table.note("promotion");
  await database.promote(STANDBY);
  const up = machines.listUp();
  const killed = up.length > 0 && world.chance(0.5) ? machines.kill(world.pick(up), 3_000) : undefined;
  await startIfDoubted(open);
  await killed;
}

/** All processes are stopped, and start on the last backup. */
export async function restore(open: OpenWorld): Promise<void> {
  const { world, machines, table, database } = open;
  if (!database.has(BACKUP)) return;
  await world.sleep(world.between(0, 8_000));
  await table.note("restore");
  const restarts = machines.listUp().map((name) => machines.kill(name, 3_000));
  await world.sleep(1_000);
  await database.restore(BACKUP);
  await Promise.all(restarts);
  await startIfDoubted(open);
}

/** Waits until a database is confirmed, or sending has stopped: then starts it as an operator does. */
async function startIfDoubted(open: OpenWorld): Promise<void> {
  const { world, admin, sleeps } = open;
  for (const until = world.now + DOUBT_MS; world.now < until; await world.sleep(2_000)) {
    const [row] = await world.do(
      () => world.observer`select home = database_identity() as home, stopped from dispatcher`,
    );
    if (row?.home && !row.stopped) return;
    if (!row?.stopped) continue;
    await sleeps.until(world.now + COMPARISON_MS);
    await act(open, "startAgain", { admin, sold: await listSold(open) });
  }
}

/** Lists all that each supplier sold, without failed purchases. */
async function listSold(open: OpenWorld): Promise<string[][]> {
  return (await readTransactions(open)).map((transactions) => {
    const refs = new Set(transactions.flatMap(({ ref }) => ref ?? []));
    return [...refs].filter((ref) => trueOutcome(transactions, ref) !== "failed");
  });
}
