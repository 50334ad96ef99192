import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { priceRules, priceSaves, type SavedMarkup, type SavedRule } from "#db/schema/terms";
import { actorNames } from "#lib/audit/actor-names";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import type { Markup } from "#lib/core/markup";
import { Reason } from "#lib/core/reason";
import type { Snapshot } from "./catalogue.ts";
import { changeCatalogue } from "./change.ts";
import { PRICE_ACTIONS } from "./change-rules.ts";
import { GridInput, previewOn } from "./price-grid.ts";
import type { PriceChange } from "./price-sheet.ts";
import { scopeName } from "./rule.ts";
import { markupText } from "./rule-input.ts";
import type { Rule } from "./terms.ts";

export const SavePricesInput = GridInput.extend({
  /** What the admin looked at. */
  seen: z.string().max(20_000),
  reason: Reason,
});
export type SavePricesInput = z.input<typeof SavePricesInput>;

/**
 * Saves cells of the price grid, all of them or none, as they were looked at. Admins only.
 * @throws conflict, saying who, when any price or rule changed since; invalid when a cell did, or is wrong.
 */
export async function savePrices(ctx: Ctx, input: SavePricesInput): Promise<PriceChange[]> {
  requireAdmin(ctx, "prices");
  const { seen, reason, ...grid } = SavePricesInput.parse(input);
  const { prices } = await changeCatalogue(ctx, async (tx, before) => {
    const then = previewOn(before, grid);
    if (seen.split(" ")[0] !== String(before.version))
      throw await changedMeanwhile(tx, { actions: PRICE_ACTIONS });
    if (seen !== then.seen || Object.keys(then.wrong).length > 0)
      throw new PortalError("invalid", "This is not what you looked at. Look again what changes.");
    const rules = rulesThatDiffer(before, then.rules);
    if (rules.length === 0) throw new PortalError("invalid", "No price changes.");
    await write(tx, { rules, reason, undoes: null });
  });
  return prices;
}

export const UndoPricesInput = z.object({ id: Id, reason: Reason });
export type UndoPricesInput = z.input<typeof UndoPricesInput>;

/**
 * Takes back what was saved last in the price grid: a new change, which can be taken back in turn. Admins only.
 * @throws not_found; conflict, saying who, when something was saved after it or one of its rules changed otherwise.
 */
export async function undoPrices(ctx: Ctx, input: UndoPricesInput): Promise<PriceChange[]> {
  requireAdmin(ctx, "prices");
  const { id, reason } = UndoPricesInput.parse(input);
  const { prices } = await changeCatalogue(ctx, async (tx, before) => {
    const [last] = await tx.db.select().from(priceSaves).orderBy(desc(priceSaves.id)).limit(1);
    if (!last || last.id < id) throw notFound("change");
    const now = (rule: SavedRule) => savedMarkup(ruleOf(before.terms.rules, rule));
    if (last.id !== id || last.rules.some((rule) => !same(now(rule), rule.after)))
      throw await changedMeanwhile(tx, { actions: PRICE_ACTIONS });
    const rules = last.rules.map((rule) => ({ ...rule, before: rule.after, after: rule.before }));
    await write(tx, { rules, reason, undoes: id });
  });
  return prices;
}

export interface LastSave {
  id: number;
  at: Date;
  who: string;
  reason: string;
  /** How many prices were set or left to the wider rules. */
  count: number;
  /** It took another back. */
  undid: boolean;
}

/** What was saved last in the price grid, if anything ever was. Admins only. */
export async function lastSave(ctx: Ctx): Promise<LastSave | null> {
  requireAdmin(ctx, "see");
  const [last] = await ctx.db.select().from(priceSaves).orderBy(desc(priceSaves.id)).limit(1);
  if (!last) return null;
  const { id, at, actor, reason, rules, undoes } = last;
  const who = (await actorNames(ctx, [actor])).get(actor) ?? actor;
  return { id, at, who, reason, count: rules.length, undid: undoes !== null };
}

/** The rules of single plans and levels that are not as before. */
function rulesThatDiffer({ terms }: Snapshot, after: readonly Rule[]): SavedRule[] {
  const cells = [...terms.rules, ...after].flatMap(({ planId, level }) =>
    planId !== null && level !== null ? [{ planId, level }] : [],
  );
  const once = new Map(cells.map((cell) => [`${cell.planId} ${cell.level}`, cell]));
  return [...once.values()].flatMap((cell) => {
    const [was, is] = [savedMarkup(ruleOf(terms.rules, cell)), savedMarkup(ruleOf(after, cell))];
    return same(was, is) ? [] : [{ ...cell, before: was, after: is }];
  });
}

const ruleOf = (rules: readonly Rule[], { planId, level }: Pick<SavedRule, "planId" | "level">) =>
  rules.find((rule) => rule.planId === planId && rule.level === level);

const savedMarkup = (rule: Markup | undefined): SavedMarkup | null =>
  rule ? { kind: rule.kind, value: String(rule.value) } : null;

const same = (one: SavedMarkup | null, other: SavedMarkup | null) =>
  one?.kind === other?.kind && one?.value === other?.value;

const inWords = (markup: SavedMarkup | null) =>
  markup && markupText({ kind: markup.kind, value: BigInt(markup.value) });

interface Save {
  rules: SavedRule[];
  reason: string;
  undoes: number | null;
}

/** Writes rules with the record of each, and what is needed to take them back together. */
async function write(tx: Ctx, { rules, reason, undoes }: Save): Promise<void> {
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
    await record(tx, {
      action: after ? "price.ruled" : "price.rule_removed",
      subject: "price rule",
      subjectId: scopeName(scope),
      reason,
      before: { markup: inWords(before) },
      after: { markup: inWords(after), ...(undoes !== null && { undo: true }) },
    });
  }
  await tx.db.insert(priceSaves).values({ actor: actorName(tx.actor), reason, rules, undoes });
}
