import { z } from "zod";
import type { Verdict } from "#e2e/chaos/verdict";
import type { Ctx } from "#lib/core/context";
import { readRows } from "#lib/core/read-rows";
import { listKept } from "./list-kept.ts";
import type { BankTruth } from "./outside/bank.ts";

const PaidOrder = z.object({
  reference: z.string(),
  payment: z.string(),
  waitingFor: z.string().nullable(),
  purchase: z.string().nullable(),
  money: z.array(z.string()),
});

/** Judges that each order that was paid online is delivered, refunded, waits visibly, or its money is in suspense. */
export async function judgePaidOrders({ db }: Ctx, bank: BankTruth): Promise<Verdict> {
  const rows = await readRows(db, PaidOrder)`
    select
      o.reference, o.payment, o.waiting_for, u.state as purchase,
      coalesce(jsonb_agg(t.state order by t.id) filter (where t.id is not null), '[]') as money
    from orders o
    join payments p on p.order_id = o.id
    left join purchases u on u.id = o.purchase_id
    left join provider_transactions t on t.payment_id = p.id
    where t.id is not null
      or p.reference in (select jsonb_array_elements_text(${JSON.stringify(listKept(bank))}::text::jsonb))
    group by o.id, u.id`;
  return {
    name: "each order that was paid online has its end",
    checked: rows.length,
    broken: rows.filter((row) => !hasEnd(row)).map((row) => JSON.stringify(row)),
  };
}

function hasEnd({ payment, waitingFor, purchase, money }: z.output<typeof PaidOrder>): boolean {
  const credited = money.filter((state) => state === "credited").length;
  if (money.length === 0 || credited > 1) return false;
  const isDelivered = purchase === "successful" || purchase === "reversed" || purchase === "unconfirmed";
  // It was paid in another way too, or too late.
  if (credited === 0) return payment !== "refunded" || !isDelivered;
  if (payment === "received") return isDelivered || waitingFor !== null;
  // Where the wallet has too little for the refund that its reseller began, the order shows that it waits.
  return payment === "refunded" && !isDelivered && waitingFor !== null;
}
