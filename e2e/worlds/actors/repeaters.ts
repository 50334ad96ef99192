import type { Verdict } from "#e2e/chaos/verdict";
import type { OpenWorld } from "../open-world.ts";
import type { ApiInput, ApiOutput } from "../thread/portal.ts";
import type { World } from "../world/world.ts";

/** The beginning of numbers that only these programs buy for. */
const PREFIX = "0809";
const MAX_CALLS = 5;

/** The numbers whose calls a killed machine took with it: what it did of them is unknown to the next one. */
const excused = new WeakMap<World, Set<string>>();

/** Has a program buy without a ref, leave before its response, and repeat the call until it has one. */
export async function buyWithoutRef(open: OpenWorld): Promise<void> {
  const { world, machines, programs, offers } = open;
  const up = machines.listUp();
  if (up.length === 0) return;
  const [machine, { token }, { planId, networkId }] = [
    world.pick(up),
    world.pick(programs),
    world.pick(offers),
  ];
  const phone = `${PREFIX}${String(world.between(0, 9_999_999)).padStart(7, "0")}`;
  const body = { plan: planId, network: networkId, mobile_number: phone };
  for (let calls = 1; calls <= MAX_CALLS; calls++) {
    const leaveAfterMs = calls < MAX_CALLS ? world.between(20, 900) : undefined;
    const request: ApiInput = { method: "POST", path: "/api/data", token: token.token, body, leaveAfterMs };
    try {
      if (await world.call<ApiOutput | undefined>(machine, "request", request)) return;
    } catch {
      const numbers = excused.get(world) ?? new Set();
      excused.set(world, numbers.add(phone));
      return;
    }
    await world.sleep(world.between(200, 3_000));
  }
}

/** Judges that a call that was repeated after its program left bought once. */
export async function judgeRepeaters({ world }: OpenWorld): Promise<Verdict> {
  const rows = await world.observer<{ phone: string; count: number }[]>`
    select phone, count(*)::int as count from purchases
    where phone like ${`+234${PREFIX.slice(1)}%`} group by phone`;
  const isExcused = (phone: string) => excused.get(world)?.has(phone.replace("+234", "0"));
  return {
    name: "a call without a ref buys once",
    checked: rows.length,
    broken: rows
      .filter(({ phone, count }) => count > 1 && !isExcused(phone))
      .map(({ phone, count }) => `${phone}: ${count}`),
  };
}
