import type { Verdict } from "#e2e/chaos/verdict";
import type { Ctx } from "#lib/core/context";
import type { PhoneMessage } from "#sandbox/phones/world";
import { judgeCloses } from "./judge-closes.ts";
import { judgeMessages } from "./judge-messages.ts";
import { judgePaidOrders } from "./judge-paid-orders.ts";
import { judgePayments } from "./judge-payments.ts";
import { judgeTransfers } from "./judge-transfers.ts";
import type { BankTruth } from "./outside/bank.ts";
import type { World } from "./world/world.ts";

/**
 * Judges the money and messages of customers, and the money between parents and agents.
 * @param isLost whether an instant, in ms since 1970, is in a time that is lost
 */
export async function judgeOrders(
  ctx: Ctx,
  world: World,
  isLost: (at: number) => boolean,
): Promise<Verdict[]> {
  const received = await world.run(world.call<PhoneMessage[]>("outside", "readMessages"));
  const bank = await world.run(world.call<BankTruth>("outside", "readBank"));
  return [
    await judgeMessages(ctx, received, isLost),
    await judgeTransfers(ctx),
    await judgePayments(ctx, bank, isLost),
    await judgePaidOrders(ctx, bank),
    await judgeCloses(ctx),
  ];
}
