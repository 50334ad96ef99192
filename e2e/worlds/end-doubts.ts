import type { Verdict } from "#e2e/chaos/check-invariants";
import type { OpenWorld } from "./open-world.ts";
import type { BankTruth } from "./outside/bank.ts";
import type { World } from "./world/world.ts";

const MINUTE_MS = 60_000;
/** Some two hours: even a purchase without a response is doubted long before. */
const MAX_WAITS = 60;

/** Lets everything under way come to its end, without further faults. */
export async function endDoubts({ world, suppliers, sleeps }: OpenWorld): Promise<Verdict> {
  for (const name of suppliers) await world.call("outside", "control", { name, verb: "clear-faults" });
  await world.call("outside", "setPhoneFaults", []);
  await world.call("outside", "clearBankFaults");
  let open: string[] = [];
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    await world.sleep(3_000);
    if (waits % 2 === 1) await sleeps.until(world.now + 4 * MINUTE_MS);
    const bank = await world.call<BankTruth>("outside", "readBank");
    open = await world.do(() => listOpen(world, bank));
    if (open.length === 0) break;
  }
  return { name: "everything under way comes to its end", checked: world.history.events, broken: open };
}

async function listOpen({ observer, now }: World, { payments, refunds }: BankTruth): Promise<string[]> {
  const paid = payments.filter(({ paidAt }) => paidAt !== null).map(({ reference }) => reference);
  // Refunds for which the provider waits for a person, for ever.
  const stuck = refunds.filter(({ state }) => state === "attention").map(({ key }) => key);
  const rows = await observer`
    select 'purchase ' || ident || ' ' || state || ' since ' || placed_at as open from purchases
    where state in ('queued', 'sending')
    union all select 'batch ' || id || ' ' || coalesce(pause, '') from batches
    where state <> 'draft' and done_at is null and (pause is null or pause = 'service')
    union all select 'schedule ' || id || ' of ' || next_at from schedules
    where state = 'active' and next_at < ${new Date(now - 5 * MINUTE_MS).toISOString()}
    union all select 'event ' || id || ' ' || kind from events where handled_at is null
    union all select 'retry ' || follower from event_retries
    union all select 'message ' || subject || ' ' || coalesce(problem, '') from deliveries
    where channel = 'messages' and state = 'waiting'
    union all select 'payment ' || reference || ' ' || state from payments p
    where reference in (select jsonb_array_elements_text(${JSON.stringify(paid)}::text::jsonb))
      and not exists (select from provider_transactions t where t.reference = p.reference)
    union all select 'refund ' || key || ' ' || state from payment_refunds
    where state in ('requested', 'pending')
      and key not in (select jsonb_array_elements_text(${JSON.stringify(stuck)}::text::jsonb))
    union all select 'order ' || reference || ' ' || payment from orders
    where due_at is not null and waiting_for is null and purchase_id is null`;
  return rows.map(({ open }) => open);
}
