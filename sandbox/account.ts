import { dailyLimitMessage, messages } from "./answers.ts";
import { localDay } from "./clock.ts";
import { business, type Refused } from "./refused.ts";
import type { World } from "./world.ts";

/** §7.2: what about the account forbids a purchase of this price, or null. */
export function refusedAccount(world: World, priceMinor: bigint): Refused | null {
  const { settings, wallet } = world;
  const limit = settings.dailyLimitMinor;
  if (!settings.serviceEnabled) return business("status", messages.unavailable);
  if (settings.kycRestricted) return business("status", messages.kyc);
  if (wallet.balanceMinor < 0n) return business("status", messages["negative-wallet"]);
  if (limit !== null && spentToday(world) + priceMinor > limit) {
    return business("status", dailyLimitMessage(limit));
  }
  if (wallet.balanceMinor < priceMinor) return business(settings.insufficientKey, messages.balance);
  return null;
}

/** Takes the price from the wallet and counts it for today's limit. */
export function debit(world: World, amountMinor: bigint, transactionId: number) {
  world.wallet.move("purchase", -amountMinor, transactionId);
  world.spentByDay.set(today(world), spentToday(world) + amountMinor);
}

const today = (world: World) => localDay(Date.now() + world.settings.clockOffsetMs);
const spentToday = (world: World) => world.spentByDay.get(today(world)) ?? 0n;
