import type { Verdict } from "#e2e/chaos/verdict";
import { trueOutcome } from "#sandbox/outcome-checks";
import { act } from "./actors/people.ts";
import { readTransactions, resolve } from "./actors/resolvers.ts";
import { turnBack } from "./actors/turns.ts";
import { listKept } from "./list-kept.ts";
import type { OpenWorld } from "./open-world.ts";
import type { BankTruth } from "./outside/bank.ts";
import type { World } from "./world/world.ts";

const MINUTE_MS = 60_000;
/** Some two hours: even a purchase without a response is doubted long before. */
const MAX_WAITS = 60;
/** How often they are waited for before an admin decides what the portal couldn't find out. */
const WAITS_BEFORE_ADMIN = 3;

/** Lets everything under way come to its end, without further faults. */
export async function endDoubts(open: OpenWorld): Promise<Verdict> {
  const { world, suppliers, sleeps } = open;
  for (const name of suppliers) await world.call("outside", "control", { name, verb: "clear-faults" });
  await world.call("outside", "setPhoneFaults", []);
  await world.call("outside", "clearBankFaults");
  await turnBack(open);
  let left: string[] = [];
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    await world.sleep(3_000);
    if (waits % 2 === 1) await sleeps.until(world.now + 4 * MINUTE_MS);
    const bank = await world.call<BankTruth>("outside", "readBank");
    if (waits >= WAITS_BEFORE_ADMIN) {
      await resolve(open, { all: true });
      await act(open, "answerAdvances");
    }
    const pending = await listPending(open);
    left = await world.do(() => listOpen(world, bank, pending));
    if (left.length === 0) break;
  }
  return { name: "everything under way comes to its end", checked: world.history.events, broken: left };
}

/** Lists the refs that a supplier still has to decide. */
async function listPending(open: OpenWorld): Promise<string[]> {
  return (await readTransactions(open)).flatMap((transactions) =>
    transactions.flatMap(({ ref }) => (ref && trueOutcome(transactions, ref) === "pending" ? [ref] : [])),
  );
}

async function listOpen(
  { observer, now }: World,
  bank: BankTruth,
  pending: readonly string[],
): Promise<string[]> {
  // Refunds for which the provider waits for a person, for ever.
  const stuck = bank.refunds.filter(({ state }) => state === "attention").map(({ key }) => key);
  const rows = await observer`
    select concat_ws(' ', 'purchase', ident, state, advance, 'since', placed_at) as open from purchases
    where state in ('queued', 'sending')
      or (state = 'unconfirmed' or advance in ('open', 'awaiting_consent'))
        and ident not in (select jsonb_array_elements_text(${JSON.stringify(pending)}::text::jsonb))
    union all select 'batch ' || id || ' ' || coalesce(pause, '') from batches
    where state <> 'draft' and done_at is null and (pause is null or pause = 'service')
    union all select 'schedule ' || id || ' of ' || next_at from schedules
    where state = 'active' and next_at < ${new Date(now - 5 * MINUTE_MS).toISOString()}
    union all select 'event ' || id || ' ' || kind from events where handled_at is null
    union all select 'retry ' || follower from event_retries
    union all select 'message ' || subject || ' ' || coalesce(problem, '') from deliveries
    where channel = 'messages' and state = 'waiting'
    union all select 'payment ' || reference || ' ' || state from payments p
    where reference in (select jsonb_array_elements_text(${JSON.stringify(listKept(bank))}::text::jsonb))
      and not exists (select from provider_transactions t where t.reference = p.reference)
    union all select 'refund ' || key || ' ' || state from payment_refunds
    where state in ('requested', 'pending')
      and key not in (select jsonb_array_elements_text(${JSON.stringify(stuck)}::text::jsonb))
    union all select 'order ' || reference || ' ' || payment from orders
    where due_at is not null and waiting_for is null and purchase_id is null`;
  return rows.map(({ open }) => open);
}
