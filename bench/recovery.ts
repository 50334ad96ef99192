import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { buildIfChanged } from "../bin/build/build-if-changed.ts";
import { database } from "../db/client.ts";
import { buyOne } from "../e2e/chaos/buyer.ts";
import { settlePeople } from "../e2e/chaos/people.ts";
import { openPortals } from "../e2e/chaos/portals.ts";
import { openWorld } from "../e2e/chaos/world.ts";

/** What is promised for each, in ms. */
const PROMISED = 2_000;

/**
 * `npm run bench -- recovery [--rounds N]`: after kill -9, how soon a purchase is delivered again: of the portal, from
 * when it is ready again; of Postgres, from when it takes connections again, the portals untouched. And how soon what a
 * killed worker was sending is unconfirmed, from the kill. Beside it, how long a purchase usually takes.
 * Returns 1 when one took longer than promised.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { rounds: { type: "string", default: "10" } } });
  await buildIfChanged(() => console.log("Building the pages…"));
  const world = await openWorld(1);
  const { control } = world.sandbox;
  process.env.UPSTREAM_TIMEOUT_MS = "20000";
  await control.clearFaults();
  const { db } = database();
  const people = await settlePeople({ actor: { kind: "system", name: "bench" }, db }, 20, 0);
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
    return buyOne({ ...buyer, offers, portals: portals.urls, random: Math.random, answers: [] }, bought);
  }

  /** Buys through whoever is alive, and kills the process that is sending it. */
  async function killWhoSends(): Promise<void> {
    await control.order("hold-before");
    const told = buy();
    const sending = await until(async () => {
      const [row] = await db.execute<{ worker: string }>(sql`
        select worker from attempts where meaning is null`);
      return row?.worker;
    });
    const index = [0, 1, 2].find((one) => sending.includes(`-${portals.pid(one)}-`)) ?? 0;
    const killed = performance.now();
    const back = portals.kill(index);
    await until(async () => {
      const open = await db.execute(sql`select from purchases where state = 'sending'`);
      return open.length === 0;
    });
    times.worker.push(performance.now() - killed);
    await Promise.all([back, told, control.release()]);
  }

  const timed = async (list: number[]) => {
    const from = performance.now();
    const told = await buy();
    if (told !== "successful") throw new Error(`A purchase was ${told}.`);
    list.push(performance.now() - from);
  };
  try {
    for (let round = 0; round < Number(values.rounds); round++) {
      await timed(times.usual);
      await portals.kill(0);
      await timed(times.portal);
      await killWhoSends();
      await world.killDatabase();
      await timed(times.postgres);
    }
    return report(times);
  } finally {
    await portals.close();
    await database().close();
    await world.close();
  }
}

async function until<T>(seen: () => Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const found = await seen();
    if (found) return found;
    await pause(5);
  }
}

function report(times: Record<string, number[]>): number {
  const middle = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  const usual = middle(times.usual ?? []);
  let late = 0;
  for (const [kind, list] of Object.entries(times)) {
    const worst = Math.max(...list);
    if (worst > PROMISED) late += 1;
    console.log(
      `${worst > PROMISED ? "LATE" : "ok  "}  ${kind.padEnd(10)} middle ${middle(list).toFixed(0).padStart(5)} ms ` +
        `(${(middle(list) / usual).toFixed(1)} × usual), worst of ${list.length} ${worst.toFixed(0).padStart(5)} ms`,
    );
  }
  return late === 0 ? 0 : 1;
}
