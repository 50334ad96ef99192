import type { Verdict } from "#e2e/chaos/check-invariants";
import type { OpenWorld } from "./open-world.ts";
import type { World } from "./world/world.ts";

const MINUTE_MS = 60_000;
/** Some two hours: even a purchase without a response is doubted long before. */
const MAX_WAITS = 60;

/** Lets everything under way come to its end, without further faults. */
export async function endDoubts({ world, suppliers, sleeps }: OpenWorld): Promise<Verdict> {
  for (const name of suppliers) await world.call("outside", "control", { name, verb: "clear-faults" });
  await world.call("outside", "setPhoneFaults", []);
  let open: string[] = [];
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    await world.sleep(3_000);
    if (waits % 2 === 1) await sleeps.until(world.now + 4 * MINUTE_MS);
    open = await world.do(() => listOpen(world));
    if (open.length === 0) break;
  }
  return { name: "everything under way comes to its end", checked: world.history.events, broken: open };
}

async function listOpen({ observer }: World): Promise<string[]> {
  const rows = await observer`
    select 'purchase ' || ident || ' ' || state || ' since ' || placed_at as open from purchases
    where state in ('queued', 'sending')
    union all select 'event ' || id || ' ' || kind from events where handled_at is null
    union all select 'retry ' || follower from event_retries
    union all select 'message ' || subject || ' ' || coalesce(problem, '') from deliveries
    where channel = 'messages' and state = 'waiting'`;
  return rows.map(({ open }) => open);
}
