import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { int, readRows } from "#lib/core/read-rows";
import { calculateFee, calculateGross } from "#lib/payment/fee/fee-rule";
import { getFeeRules } from "#lib/payment/fee/fee-rules";
import type { OnlinePaymentMethod } from "./online-payment-methods.ts";
import { isPageOpening } from "./pay-order.ts";

/** An online payment method as a customer sees it. */
export interface OrderPaymentMethod extends Pick<OnlinePaymentMethod, "name" | "label"> {
  /** The fee that the provider adds to the price, in minor units; null when it isn't known. */
  addedFee: Minor | null;
}

/** So many payments and transactions say how a provider does at present. */
const MAX_READ = 200;

/**
 * Sorts the payment methods of an order: first one whose page is open, then by the fee that the customer and
 * the shop pay. Providers that recently opened no page come last.
 */
export async function rankPaymentMethods(
  ctx: Ctx,
  { id, price }: { id: number; price: Minor },
  methods: readonly OnlinePaymentMethod[],
): Promise<OrderPaymentMethod[]> {
  if (methods.length === 0) return [];
  const [findRule, attempts, additions] = await Promise.all([
    getFeeRules(ctx),
    readAttempts(ctx, id),
    readAdditions(ctx),
  ]);
  const ranked = methods.map(({ name, label, keysId }) => {
    const isSame = (row: ProviderRow) => row.provider === name && row.keysId === keysId;
    const rule = findRule(name, "checkout");
    const attempt = attempts.find(isSame)?.result;
    const adds = additions.find(isSame)?.adds ?? (keysId === null ? false : null);
    const fee = rule && calculateFee(rule, price);
    return {
      method: {
        name,
        label,
        addedFee: adds ? rule && calculateGross(rule, price, 1n) - price : adds === false ? 0n : null,
      },
      rank: [
        attempt === "open" ? 0 : attempt === "failed" ? 2 : 1,
        adds ? 1 : 0,
        fee === null ? Number.MAX_SAFE_INTEGER : Number(fee),
      ],
    };
  });
  return ranked.toSorted((a, b) => compareRanks(a.rank, b.rank)).map(({ method }) => method);
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((part, index) => part !== b[index]);
  return differing < 0 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0);
}

const ProviderRow = z.object({ provider: z.string(), keysId: int.nullable() });
type ProviderRow = z.output<typeof ProviderRow>;

/**
 * Reads the results of the providers' latest attempts: a page of this order that can be paid, or none opened
 * within ten minutes. An attempt of another order that just began has no page yet.
 */
async function readAttempts(ctx: Ctx, orderId: number): Promise<(ProviderRow & { result: string })[]> {
  return readRows(ctx.db, ProviderRow.extend({ result: z.string() }))`
    select distinct on (provider, keys_id) provider, keys_id, result
    from (
      select
        id, provider, keys_id, started_at, order_id,
        case
          when order_id = ${orderId} and ${isPageOpening()} then 'open'
          when page is null then 'failed'
          when order_id = ${orderId} and state = 'started' and expires_at > now() then 'open'
          else 'opened'
        end as result
      from payments
      order by id desc
      limit ${MAX_READ}
    ) recent
    where result = 'open' or started_at > now() - interval '10 minutes'
      and (result = 'opened' or order_id = ${orderId} or started_at < now() - interval '5 seconds')
    order by provider, keys_id, (result = 'open') desc, id desc`;
}

/** Reads whether the providers added their fee to the last payment that was made. */
async function readAdditions(ctx: Ctx): Promise<(ProviderRow & { adds: boolean })[]> {
  return readRows(ctx.db, ProviderRow.extend({ adds: z.boolean() }))`
    select distinct on (t.provider, t.keys_id)
      t.provider, t.keys_id, t.gross - t.fee = y.amount and t.fee > 0 as adds
    from (select * from provider_transactions order by id desc limit ${MAX_READ}) t
    join payments y on y.id = t.payment_id
    where t.fee is not null
    order by t.provider, t.keys_id, t.id desc`;
}
