import { desc, eq, type SQL, sql } from "drizzle-orm";
import { levelUpgrades } from "#db/schema/upgrade";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { readSavings, readVolume, type Savings } from "./read-upgrade-figures.ts";
import { getNextRequestTime } from "./request-upgrade.ts";
import { findNextOffer, listOffersAbove, type UpgradeOffer } from "./upgrade-offer.ts";

export type UpgradeView = Awaited<ReturnType<typeof getUpgrade>>;

/** Returns the acting reseller's next level, its savings so far, and their last requests. In minor units. */
export async function getUpgrade(ctx: Ctx) {
  const { id, level } = requireReseller(ctx);
  const [offer, requests] = await Promise.all([findNextOffer(ctx, level), listOwnUpgrades(ctx, id)]);
  const rejectedAt = requests.find(({ state }) => state === "rejected")?.decidedAt;
  const requestableFrom = rejectedAt ? getNextRequestTime(rejectedAt) : null;
  return {
    level,
    next: offer ? await readNextLevel(ctx, id, offer) : null,
    requests,
    /** When a level can be requested again after a rejection; null when it can be now. */
    requestableFrom: requestableFrom && requestableFrom > new Date() ? requestableFrom : null,
  };
}

export type LevelStep = Pick<UpgradeOffer, "level" | "price" | "volume">;

/** Lists the offered levels above the acting reseller's, the next first, in minor units. */
export async function listLevelSteps(ctx: Ctx): Promise<LevelStep[]> {
  const offers = await listOffersAbove(ctx, requireReseller(ctx).level);
  return offers.map(({ level, price, volume }) => ({ level, price, volume }));
}

interface NextLevel {
  level: UpgradeOffer["level"];
  /** The price from the wallet; null where it is requested. */
  price: Minor | null;
  /** The deliveries of 30 days that get it, and those of the last 30 days. */
  volume: Minor | null;
  reached: Minor;
  savings: Savings;
}

async function readNextLevel(
  ctx: Ctx,
  resellerId: number,
  { level, price, volume }: UpgradeOffer,
): Promise<NextLevel> {
  const [savings, reached] = await Promise.all([
    readSavings(ctx, resellerId, level),
    readVolume(ctx, resellerId),
  ]);
  return { level, price, volume, reached, savings };
}

/** Lists the reseller's last ten requests and purchases of a level, newest first. */
function listOwnUpgrades(ctx: Ctx, resellerId: number) {
  const { id, toLevel, price, state, reason, requestedAt, decidedAt } = levelUpgrades;
  return ctx.db
    .select({ id, level: toLevel, price, state, reason, requestedAt, decidedAt })
    .from(levelUpgrades)
    .where(eq(levelUpgrades.resellerId, resellerId))
    .orderBy(desc(id))
    .limit(10);
}

/** Selects whether the operator offers a level, for the navigation. */
export const isUpgradeOffered = (): SQL<boolean> =>
  sql<boolean>`exists (select from upgrade_offers where open)`;
