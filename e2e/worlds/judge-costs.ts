import type { Verdict } from "#e2e/chaos/verdict";
import { readTransactions } from "./actors/resolvers.ts";
import type { OpenWorld } from "./open-world.ts";

/** Judges the costs of purchases: at most what their buyer paid, and what their supplier charged. */
export async function judgeCosts(open: OpenWorld): Promise<Verdict[]> {
  const { world } = open;
  const attempts = await world.observer<{ ident: string; loss: boolean }[]>`
    select p.ident, a.cost > p.price - p.commission as loss
    from attempts a join purchases p on p.id = a.purchase_id where a.supplier_plan_id is not null`;
  const delivered = await world.observer<{ ident: string; charged: string }[]>`
    select ident, charged::text from purchases
    where settled_by = 'answer' and ending in ('delivered', 'reversed')`;
  const truth = (await world.run(readTransactions(open))).flat();
  const charges = new Map(truth.map(({ ref, amountMinor }) => [ref, String(amountMinor)]));
  return [
    {
      name: "nothing is sent for more than was paid",
      checked: attempts.length,
      broken: attempts.filter(({ loss }) => loss).map(({ ident }) => ident),
    },
    {
      name: "each delivery costs what its supplier charged",
      checked: delivered.length,
      broken: delivered
        .filter(({ ident, charged }) => charges.get(ident) !== charged)
        .map(({ ident, charged }) => `${ident} ${charged} instead of ${charges.get(ident)}`),
    },
  ];
}
