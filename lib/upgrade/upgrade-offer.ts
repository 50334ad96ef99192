import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { upgradeOffers } from "#db/schema/upgrade";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, type Level, requireAdmin } from "#lib/core/context";
import { Amount } from "#lib/core/money/amount";
import { formatDecimal } from "#lib/core/money/money";
import { Reason } from "#lib/core/text/reason";
import { listLevelsAbove, UPPER_LEVELS } from "./level-order.ts";

/** The offer of a level. Money in minor units. */
export type UpgradeOffer = typeof upgradeOffers.$inferSelect;

/** Lists the offers of all levels, the lowest first. Admins only. */
export async function listUpgradeOffers(ctx: Ctx): Promise<UpgradeOffer[]> {
  requireAdmin(ctx);
  const rows = await ctx.db.select().from(upgradeOffers);
  return UPPER_LEVELS.flatMap((level) => rows.find((row) => row.level === level) ?? []);
}

/** Finds the lowest level above this one that is offered. Rights are the caller's. */
export async function findNextOffer(ctx: Ctx, level: Level): Promise<UpgradeOffer | undefined> {
  return (await listOffersAbove(ctx, level))[0];
}

/** Lists the offered levels above this one, the lowest first. Rights are the caller's. */
export async function listOffersAbove(ctx: Ctx, level: Level): Promise<UpgradeOffer[]> {
  const open = await ctx.db.select().from(upgradeOffers).where(eq(upgradeOffers.open, true));
  return listLevelsAbove(level).flatMap((upper) => open.find((offer) => offer.level === upper) ?? []);
}

const OptionalAmount = z.preprocess((typed) => (typed === "" ? null : typed), Amount.nullable());

export const SetUpgradeOfferInput = z.object({
  level: z.enum(UPPER_LEVELS, "Choose a level."),
  open: z.enum(["yes", "no"]),
  /** In minor units, or as typed; empty where it can't be bought. */
  price: OptionalAmount,
  /** Likewise; empty where an admin decides. */
  volume: OptionalAmount,
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SetUpgradeOfferInput = z.input<typeof SetUpgradeOfferInput>;

type Wanted = z.output<typeof SetUpgradeOfferInput>;

const toSubject = (level: Level) => ({ subject: "upgrade offer", subjectId: level });

/**
 * Sets how resellers get a level. Each reseller who meets the terms gets its prices without an admin, so that an open
 * offer needs the approval of another owner where there is one. Admins only.
 * @throws conflict when it changed meanwhile, or a change waits already; invalid at `confirmPassword`
 */
export async function setUpgradeOffer(
  ctx: Ctx,
  input: SetUpgradeOfferInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "rules");
  const wanted = SetUpgradeOfferInput.parse(input);
  const { level, reason } = wanted;
  await requireConfirmation(ctx);
  if (wanted.open === "no") return inTransaction(ctx, (tx) => applyOffer(tx, wanted));
  const [before] = await ctx.db.select().from(upgradeOffers).where(eq(upgradeOffers.level, level));
  const change = {
    kind: "settings" as const,
    reason,
    about: `upgrade offer ${level}`,
    subject: toSubject(level),
    facts: {
      before: { level, open: before?.open, price: toText(before?.price), volume: toText(before?.volume) },
      after: { level, open: true, price: toText(wanted.price), volume: toText(wanted.volume) },
    },
    input: {
      change: "upgrade_offer" as const,
      wanted: { ...wanted, price: toDecimal(wanted.price), volume: toDecimal(wanted.volume) },
    },
  };
  return runOrRequestApproval(ctx, change, (tx) => applyOffer(tx, wanted));
}

const toText = (amount: bigint | null | undefined) => amount?.toString() ?? null;
const toDecimal = (amount: bigint | null) => (amount === null ? "" : formatDecimal(amount));

/** Sets an approved one in the transaction of its approval. @throws conflict when it changed meanwhile */
export const applyUpgradeOffer = (ctx: Ctx, input: unknown): Promise<undefined> =>
  applyOffer(ctx, SetUpgradeOfferInput.parse(input));

async function applyOffer(ctx: Ctx, { level, version, reason, ...wanted }: Wanted): Promise<undefined> {
  const current = and(eq(upgradeOffers.level, level), eq(upgradeOffers.version, version));
  const [before] = await ctx.db.select().from(upgradeOffers).where(current).for("update");
  if (!before) throw await explainConflict(ctx, toSubject(level));
  const after = { open: wanted.open === "yes", price: wanted.price, volume: wanted.volume };
  await ctx.db
    .update(upgradeOffers)
    .set({ ...after, version: sql`${upgradeOffers.version} + 1` })
    .where(current);
  const { open, price, volume } = before;
  await recordAudit(ctx, {
    ...toSubject(level),
    action: "upgrade.offer",
    reason,
    before: { open, price, volume },
    after,
  });
}
