import { act } from "./actors/people.ts";
import { awaitSending } from "./moments.ts";
import type { OpenWorld } from "./open-world.ts";
import { promotion, restore } from "./takeovers.ts";

const LOSS_RATE = 0.004;
/** Less than the server lets a transaction be idle; some are longer than others wait for a process. */
const STALLS_MS = [300, 2_000, 9_000, 17_000, 25_000];

/** The faults of a part of a day, by their names in the table. */
export const FAULTS: Record<string, (open: OpenWorld) => Promise<void>> = {
  async kill(open) {
    const { world, machines, table } = open;
    await awaitSending(open);
    const up = machines.listUp();
    if (up.length === 0) return;
    await table.note("kill");
    await machines.kill(world.pick(up), world.between(100, 15_000));
  },
  async stall(open) {
    const { world, machines, table } = open;
    await awaitSending(open);
    const up = machines.listUp();
    if (up.length === 0) return;
    await table.note("stall");
    await world.stall(world.pick(up), world.pick(STALLS_MS));
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
  promotion,
  restore,
};

async function isStopped({ world }: OpenWorld): Promise<boolean> {
  const [row] = await world.do(() => world.observer`select stopped from dispatcher`);
  return row?.stopped === true;
}
