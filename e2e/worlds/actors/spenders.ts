import type { Wish } from "../acts/resellers.ts";
import type { OpenWorld } from "../open-world.ts";

/** Has a reseller buy twice at once, on any machines, with money for one of both. */
export async function spendTwice({ world, machines, programs }: OpenWorld): Promise<void> {
  const up = machines.listUp();
  if (up.length === 0) return;
  const { reseller } = world.pick(programs);
  const call = <T>(name: string, input: unknown) =>
    world.call<T | undefined>(world.pick(up), name, input).catch(() => undefined);
  const plan = await call<Omit<Wish, "phone">>("leaveMoneyForOne", { reseller });
  if (!plan) return;
  const orders = [1, 2].map(() => {
    const number = String(world.between(0, 9_999_999)).padStart(7, "0");
    return { reseller, ref: `web-${number}`, wish: { ...plan, phone: `0805${number}` } };
  });
  await Promise.all(orders.map((order) => call("buyAsReseller", order)));
}
