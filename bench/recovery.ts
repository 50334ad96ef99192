import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { buildIfChanged } from "#bin/build/build-if-changed";
import { getDatabase } from "#db/client";
import { buyOnce } from "#e2e/chaos/buyer";
import { createCrowd } from "#e2e/chaos/crowd";
import { openPortals } from "#e2e/chaos/portals";
import { openChaosWorld } from "#e2e/chaos/world";
import { readNumbers } from "./support/read-numbers.ts";

const MAX_RECOVERY_MS = 2_000;

/**
 * `npm run bench -- recovery [--rounds N]`: after kill -9, the time until a purchase is delivered again: of the portal,
 * from when it is ready again; of Postgres, from when it accepts connections again, the portals untouched. And the time
 * until a killed worker's purchase is unconfirmed, from the kill. Beside it, the usual time of a purchase. Returns 1
 * when one took longer than promised.
 */
export async function run(args: string[]): Promise<number> {
  const { rounds } = readNumbers(args, { rounds: 10 });
  await buildIfChanged(() => console.log("Building the pages…"));
  const world = await openChaosWorld(1);
  const { control } = world.sandbox;
  process.env.UPSTREAM_TIMEOUT_MS = "20000";
  await control.clearFaults();
  const { db } = getDatabase();
  const people = await createCrowd({ actor: { kind: "system", name: "bench" }, db }, 20, 0);
  const portals = await openPortals(1, 2, join(tmpdir(), `portal-recovery-${process.pid}.log`));
  const times: Record<"usual" | "portal" | "worker" | "postgres", number[]> = {
    usual: [],
    portal: [],
    worker: [],
    postgres: [],
  };
  let bought = 0;

  function buy() {
    bought += 1;
    const buyer = people.buyers[bought % people.buyers.length];
    if (!buyer) throw new Error("Nobody buys.");
    const { offers } = people;
    return buyOnce({ ...buyer, offers, portals: portals.urls, random: Math.random, answers: [] }, bought);
  }

  /** Buys through a running portal, and kills the process that is sending the purchase. */
  async function killWhoSends(): Promise<void> {
    await control.order("hold-before");
    const outcome = buy();
    const sending = await pollUntil(async () => {
      const [row] = await db.execute<{ worker: string }>(sql`
        select worker from attempts where result is null`);
      return row?.worker;
    });
    const index = [0, 1, 2].find((portal) => sending.includes(`-${portals.pid(portal)}-`)) ?? 0;
    const killed = performance.now();
    const back = portals.kill(index);
    await pollUntil(async () => {
      const open = await db.execute(sql`select from purchases where state = 'sending'`);
      return open.length === 0;
    });
    times.worker.push(performance.now() - killed);
    await Promise.all([back, outcome, control.release()]);
  }

  const timed = async (list: number[]) => {
    const from = performance.now();
    const outcome = await buy();
    if (outcome !== "successful") throw new Error(`A purchase was ${outcome}.`);
    list.push(performance.now() - from);
  };
  try {
    for (let round = 0; round < rounds; round++) {
      await timed(times.usual);
      await portals.kill(0);
      await timed(times.portal);
      await killWhoSends();
      await world.killDatabase();
      await timed(times.postgres);
    }
    return reportRecovery(times);
  } finally {
    await portals.close();
    await getDatabase().close();
    await world.close();
  }
}

async function pollUntil<T>(read: () => Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const result = await read();
    if (result) return result;
    await pause(5);
  }
}

function reportRecovery(times: Record<string, number[]>): number {
  const middle = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  const usual = middle(times.usual ?? []);
  let late = 0;
  for (const [kind, list] of Object.entries(times)) {
    const worst = Math.max(...list);
    if (worst > MAX_RECOVERY_MS) late += 1;
    console.log(
      `${worst > MAX_RECOVERY_MS ? "LATE" : "ok  "}  ${kind.padEnd(10)} middle ${middle(list).toFixed(0).padStart(5)} ms ` +
        `(${(middle(list) / usual).toFixed(1)} × usual), worst of ${list.length} ${worst.toFixed(0).padStart(5)} ms`,
    );
  }
  return late === 0 ? 0 : 1;
}
