import { trueOutcome } from "#sandbox/outcome-checks";
import { act, readTransactions } from "./actors/activities.ts";
import type { OpenWorld } from "./open-world.ts";

const LOSS_RATE = 0.004;
/** How long a database that took over is confirmed or doubted, at most. */
const DOUBT_MS = 150_000;

/** The faults of a part of a day, by their names in the table. */
export const FAULTS: Record<string, (open: OpenWorld) => Promise<void>> = {
  async kill({ world, machines, table }) {
    await world.sleep(world.between(0, 8_000));
    const up = machines.listUp();
    if (up.length === 0) return;
    await table.note("kill");
    await machines.kill(world.pick(up), world.between(100, 15_000));
  },
  async cut({ world }) {
    world.lines.lossRate = LOSS_RATE;
    await world.sleep(12_000);
    world.lines.lossRate = 0;
  },
  async "supplier away"({ world, suppliers, table }) {
    await world.sleep(world.between(0, 5_000));
    const name = world.pick(suppliers);
    const service = [...world.pipes.services.values()].find((each) => each.name === name);
    if (!service) return;
    await table.note("supplier away");
    service.isUp = false;
    world.pipes.reset(name);
    await world.sleep(world.between(500, 12_000));
    service.isUp = true;
  },
  async repricing({ world, table, offers }) {
    const ids = offers.filter((_, n) => n % 8 === world.between(0, 7)).map(({ planId }) => planId);
    await table.note("repricing");
    for (const id of ids) {
      const plan = await world.call<{ prices: { api: bigint } }>("outside", "control", {
        ...{ name: "supplier-1", verb: "set-plan", input: { id } },
      });
      const api = (plan.prices.api * BigInt(world.between(90, 112))) / 100n;
      await world.call("outside", "control", {
        ...{ name: "supplier-1", verb: "set-plan", input: { id, prices: { api } } },
      });
    }
  },
  async stop(open) {
    const { world, table, admin } = open;
    await world.sleep(world.between(0, 4_000));
    await table.note("stop");
    await act(open, "stopSending", { admin });
    await world.sleep(world.between(500, 8_000));
    for (let tries = 0; tries < 20; tries++) {
      await act(open, "startSending", { admin });
      if (!(await isStopped(open))) return;
      await world.sleep(1_000);
    }
  },
  /** Another database takes over, and perhaps a process ends with the one before. */
  async promotion(open) {
    const { world, machines, table } = open;
    await world.sleep(world.between(0, 4_000));
    await table.note("promotion");
    await act(open, "promote");
    const up = machines.listUp();
    const killed = up.length > 0 && world.chance(0.5) ? machines.kill(world.pick(up), 3_000) : undefined;
    await startIfDoubted(open);
    await killed;
  },
};

/** Waits until a database that took over is confirmed, or sending has stopped: then starts it as an operator does. */
async function startIfDoubted(open: OpenWorld): Promise<void> {
  const { world } = open;
  for (const until = world.now + DOUBT_MS; world.now < until; await world.sleep(2_000)) {
    const [row] = await world.do(
      () => world.observer`select home = database_identity() as home, stopped from dispatcher`,
    );
    if (row?.home && !row.stopped) return;
    if (!row?.stopped) continue;
    const truth = await readTransactions(open);
    const sold = truth.map((each) => [
      ...new Set(each.flatMap(({ ref }) => (ref && trueOutcome(each, ref) === "delivered" ? [ref] : []))),
    ]);
    await act(open, "startAgain", { sold });
  }
}

async function isStopped({ world }: OpenWorld): Promise<boolean> {
  const [row] = await world.do(() => world.observer`select stopped from dispatcher`);
  return row?.stopped === true;
}
