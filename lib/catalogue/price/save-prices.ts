import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { priceRuleChanges, priceRules, type SavedMarkup, type SavedRule } from "#db/schema/pricing";
import { getActorNames } from "#lib/audit/actor-names";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import type { CatalogueSnapshot } from "#lib/catalogue/catalogue";
import type { PriceRule } from "#lib/catalogue/catalogue-settings";
import { changeCatalogue } from "#lib/catalogue/change-catalogue";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { invalidError, notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import type { Markup } from "#lib/core/money/markup";
import { Reason } from "#lib/core/text/reason";
import { PRICE_ACTIONS } from "./change-price-rules.ts";
import { listChangedPriceCells, PreviewPricesInput, previewSnapshotPrices } from "./price-grid.ts";
import { formatScopeKey } from "./price-rule.ts";
import { formatMarkup } from "./price-rule-input.ts";
import type { PriceChange } from "./price-sheet.ts";

export const SavePricesInput = PreviewPricesInput.extend({
  fingerprint: z.string().max(20_000),
  /** Confirms large changes. */
  largeChanges: z.literal("yes").optional(),
  reason: Reason,
});
export type SavePricesInput = z.input<typeof SavePricesInput>;

/**
 * Saves cells of the price grid as they were previewed, all or none. Admins only.
 * @throws conflict, naming the admin, when a price or rule changed since; invalid when a cell changed or has
 * an error, and at `largeChanges` while a large change isn’t confirmed.
 */
export async function savePrices(ctx: Ctx, input: SavePricesInput): Promise<PriceChange[]> {
  requireAdmin(ctx, "prices");
  const { fingerprint, reason, largeChanges, ...grid } = SavePricesInput.parse(input);
  const { prices } = await changeCatalogue(ctx, async (tx, before) => {
    const then = previewSnapshotPrices(before, grid);
    if (fingerprint.split(" ")[0] !== String(before.version))
      throw await explainConflict(tx, { actions: PRICE_ACTIONS });
    if (fingerprint !== then.fingerprint || Object.keys(then.wrong).length > 0)
      throw new PortalError("invalid", "Prices changed since you opened this page. Check the changes again.");
    if (!largeChanges && listChangedPriceCells(then.prices).some(({ large }) => large))
      throw invalidError("largeChanges", "Check the large changes, then confirm them.");
    const rules = listChangedRules(before, then.rules);
    if (rules.length === 0) throw new PortalError("invalid", "No price changes.");
    await writeRules(tx, { rules, reason, undoes: null });
  });
  return prices;
}

export const UndoPricesInput = z.object({ id: Id, reason: Reason });
export type UndoPricesInput = z.input<typeof UndoPricesInput>;

/**
 * Undoes the last save of the price grid with a new change, which can be undone too. Admins only.
 * @throws not_found; conflict, naming the admin, after a later save or another change of one of its rules.
 */
export async function undoPrices(ctx: Ctx, input: UndoPricesInput): Promise<PriceChange[]> {
  requireAdmin(ctx, "prices");
  const { id, reason } = UndoPricesInput.parse(input);
  const { prices } = await changeCatalogue(ctx, async (tx, before) => {
    const [last] = await tx.db.select().from(priceRuleChanges).orderBy(desc(priceRuleChanges.id)).limit(1);
    if (!last || last.id < id) throw notFoundError("change");
    const now = (rule: SavedRule) => toSavedMarkup(findSavedRule(before.settings.rules, rule));
    if (last.id !== id || last.rules.some((rule) => !isSameMarkup(now(rule), rule.after)))
      throw await explainConflict(tx, { actions: PRICE_ACTIONS });
    const rules = last.rules.map((rule) => ({ ...rule, before: rule.after, after: rule.before }));
    await writeRules(tx, { rules, reason, undoes: id });
  });
  return prices;
}

/** Returns the last save of the price grid, and how many prices it changed; null before it. Admins only. */
export async function getLastPriceSave(ctx: Ctx) {
  requireAdmin(ctx, "see");
  const [last] = await ctx.db.select().from(priceRuleChanges).orderBy(desc(priceRuleChanges.id)).limit(1);
  if (!last) return null;
  const { id, at, actor, reason, rules, undoes } = last;
  const names = await getActorNames(ctx, [actor]);
  return { id, at, who: names.get(actor) ?? actor, reason, count: rules.length, undid: undoes !== null };
}
export type LastPriceSave = NonNullable<Awaited<ReturnType<typeof getLastPriceSave>>>;

/** Lists the rules for one plan and one level that differ. */
function listChangedRules({ settings }: CatalogueSnapshot, after: readonly PriceRule[]): SavedRule[] {
  const cells = [...settings.rules, ...after].flatMap(({ planId, level }) =>
    planId !== null && level !== null ? [{ planId, level }] : [],
  );
  const uniqueCells = new Map(cells.map((cell) => [`${cell.planId} ${cell.level}`, cell]));
  return [...uniqueCells.values()].flatMap((cell) => {
    const [was, is] = [
      toSavedMarkup(findSavedRule(settings.rules, cell)),
      toSavedMarkup(findSavedRule(after, cell)),
    ];
    return isSameMarkup(was, is) ? [] : [{ ...cell, before: was, after: is }];
  });
}

const findSavedRule = (rules: readonly PriceRule[], { planId, level }: Pick<SavedRule, "planId" | "level">) =>
  rules.find((rule) => rule.planId === planId && rule.level === level);

const toSavedMarkup = (rule: Markup | undefined): SavedMarkup | null =>
  rule ? { kind: rule.kind, value: String(rule.value) } : null;

const isSameMarkup = (a: SavedMarkup | null, b: SavedMarkup | null) =>
  a?.kind === b?.kind && a?.value === b?.value;

const formatSavedMarkup = (markup: SavedMarkup | null) =>
  markup && formatMarkup({ kind: markup.kind, value: BigInt(markup.value) });

interface PriceSave {
  rules: SavedRule[];
  reason: string;
  undoes: number | null;
}

/** Writes rules, an audit record for each, and the change that undoes them together. */
async function writeRules(tx: Ctx, { rules, reason, undoes }: PriceSave): Promise<void> {
  for (const { planId, level, before, after } of rules) {
    const scope = { networkId: null, typeId: null, planId, level };
    const markup = after && { kind: after.kind, value: BigInt(after.value) };
    if (markup)
      await tx.db
        .insert(priceRules)
        .values({ ...scope, ...markup })
        .onConflictDoUpdate({
          target: [priceRules.networkId, priceRules.typeId, priceRules.planId, priceRules.level],
          set: { ...markup, changedAt: sql`now()` },
        });
    else
      await tx.db
        .delete(priceRules)
        .where(and(eq(priceRules.planId, planId), eq(priceRules.level, level), isNull(priceRules.networkId)));
    await recordAudit(tx, {
      action: after ? "price.ruled" : "price.rule_removed",
      subject: "price rule",
      subjectId: formatScopeKey(scope),
      reason,
      before: { markup: formatSavedMarkup(before) },
      after: { markup: formatSavedMarkup(after), ...(undoes !== null && { undo: true }) },
    });
  }
  await tx.db.insert(priceRuleChanges).values({ actor: formatActor(tx.actor), reason, rules, undoes });
}
