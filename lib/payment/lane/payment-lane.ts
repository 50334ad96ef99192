import { getBound } from "#lib/core/bounds";
import type { Ctx } from "#lib/core/context";
import type { Lane } from "#lib/core/lane/lane";
import { getProviders, type Providers } from "#lib/payment/providers/configured-providers";
import {
  claimDuePayments,
  claimDueRefunds,
  claimDueTransactions,
  claimDueWebhooks,
  createItemSelection,
  type PaymentItem,
  type PaymentLaneScope,
} from "./claim-payment-items.ts";
import { processPaymentItem } from "./process-payment-item.ts";

/** Requests of one process at once: to a provider of the operator's, and to all resellers' own accounts. */
const LANE_SLOTS = { operator: 4, own: 8 };
/**
 * A request to a provider of the operator's that takes longer leaves its slot to the next, up to so many at
 * once: some payments for which a provider hangs delay no others.
 */
const SLOW_AFTER_MS = 1_000;
const MAX_SLOW = 20;
/** There are many confirmed transactions, and checking them isn't urgent. */
const MAX_TRANSACTION_CHECKS = 1;
const POLL_INTERVAL_MS = 10_000;
/** Longer than a provider may take for all questions of one item, shorter than the claim of a refund. */
const DEADLINE_MS = 120_000;

/**
 * Creates the lane that asks a provider about stored webhooks, open payments, refunds and confirmed
 * transactions. A lost webhook only delays a payment, because open payments are checked anyway. Each
 * provider has a lane, and resellers' own accounts share one with a slot per reseller, so that a slow
 * provider delays only its own.
 *
 * From webhook to credited money: `handleProviderWebhook` stores the webhook → this lane claims it →
 * `syncPayment` asks the provider → `recordProviderTransaction` credits the wallet.
 */
export function createPaymentLane(
  ctx: Ctx,
  scope: PaymentLaneScope,
  providers: () => Providers = getProviders,
): Lane<PaymentItem> {
  const lane = `payments_${scope}`;
  const slots = scope === "own" ? LANE_SLOTS.own : LANE_SLOTS.operator;
  // Each kind comes first in turn, so that many of one leave slots to the others.
  // The operator doesn't check what resellers were paid into their own accounts.
  const kinds = [
    claimDueRefunds,
    claimDueWebhooks,
    claimDuePayments,
    ...(scope === "own" ? [] : [claimDueTransactions]),
  ];
  return {
    name: lane,
    async claim(underWay) {
      if (scope !== "own" && !providers().has(scope)) return { items: [] };
      const items: PaymentItem[] = [];
      const ages = underWay.map(({ since }) => performance.now() - since);
      const slow = scope === "own" ? 0 : ages.filter((ms) => ms >= SLOW_AFTER_MS).length;
      for (const kind of kinds) {
        const free = slots + Math.min(slow, MAX_SLOW) - underWay.length - items.length;
        const checks = underWay.filter(({ item }) => item.kind === "transaction").length;
        const room = kind === claimDueTransactions ? Math.min(free, MAX_TRANSACTION_CHECKS - checks) : free;
        if (room <= 0) continue;
        const busy = [...underWay.map(({ item }) => item), ...items].flatMap(({ owner }) => owner ?? []);
        items.push(...(await kind(ctx, createItemSelection(lane, scope, { room, busy }))));
      }
      kinds.push(...kinds.splice(0, 1));
      const nextSlowMs = ages.filter((ms) => ms < SLOW_AFTER_MS).map((ms) => SLOW_AFTER_MS - ms);
      return { items, nextInMs: scope === "own" ? undefined : Math.min(POLL_INTERVAL_MS, ...nextSlowMs) };
    },
    keyOf: ({ kind, id }) => `${kind} ${id}`,
    handle: (item) => processPaymentItem(ctx, item, providers()),
    deadlineMs: DEADLINE_MS,
    everyMs: POLL_INTERVAL_MS,
    stopMs: getBound("laneStop"),
  };
}
