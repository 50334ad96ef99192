import {
  BUSINESS_MESSAGES,
  businessRefusal,
  formatDailyLimitMessage,
  type PurchaseRefusal,
} from "./responses.ts";
import { formatLocalDay } from "./values.ts";
import type { SandboxWorld } from "./world.ts";

/** Finds the reason why the account can't make a purchase of this price (interface: Rejection), or null. */
export function findAccountRefusal(world: SandboxWorld, priceMinor: bigint): PurchaseRefusal | null {
  const { settings, wallet } = world;
  const limit = settings.dailyLimitMinor;
  if (!settings.serviceEnabled) return businessRefusal("status", BUSINESS_MESSAGES.unavailable);
  if (settings.kycRestricted) return businessRefusal("status", BUSINESS_MESSAGES.kyc);
  if (wallet.balanceMinor < 0n) return businessRefusal("status", BUSINESS_MESSAGES["negative-wallet"]);
  if (limit !== null && spentOnCurrentDay(world) + priceMinor > limit) {
    return businessRefusal("status", formatDailyLimitMessage(limit));
  }
  if (wallet.balanceMinor < priceMinor)
    return businessRefusal(settings.insufficientKey, BUSINESS_MESSAGES.balance);
  return null;
}

/** Debits the price and counts it for today's limit. */
export function debitSandboxWallet(world: SandboxWorld, amountMinor: bigint, transactionId: number) {
  world.wallet.move("purchase", -amountMinor, transactionId);
  world.spentByDay.set(currentDay(world), spentOnCurrentDay(world) + amountMinor);
}

const currentDay = (world: SandboxWorld) => formatLocalDay(Date.now() + world.settings.clockOffsetMs);
const spentOnCurrentDay = (world: SandboxWorld) => world.spentByDay.get(currentDay(world)) ?? 0n;
