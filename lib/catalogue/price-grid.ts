import { z } from "zod";
import { type Ctx, LEVELS, type Level, requireAdmin } from "#lib/core/context";
import { formatMoney, type Minor, parseMoney } from "#lib/core/money";
import { applyTerms } from "./apply-terms.ts";
import { planLabel, type Snapshot } from "./catalogue.ts";
import { current } from "./current.ts";
import { costOf, quoteOf } from "./price.ts";
import { changedPrices, type PriceChange } from "./price-sheet.ts";
import { sameScope } from "./rule-input.ts";
import type { Rule } from "./terms.ts";

/** What a level is to pay for a plan; null is what the wider rules say. In minor units. */
export interface Cell {
  planId: number;
  level: Level;
  price: Minor | null;
}

/** Cells by their names, "12.affiliate", as they were typed; and as they were when they were typed over. */
export const GridInput = z.object({
  typed: z
    .record(z.string().regex(/^\d{1,9}\.(smart_earner|affiliate|top_user|api)$/), z.string().max(40))
    .refine((cells) => Object.keys(cells).length <= 400, "At most 100 plans at once."),
  was: z.record(z.string().max(40), z.string().max(40)),
});
export type GridInput = z.input<typeof GridInput>;

export interface GridPreview {
  /** What was looked at: saving is refused when it is no longer just this. */
  seen: string;
  /** The cells that were changed, as they were typed. */
  typed: Record<string, string>;
  /** What is wrong with some of them. */
  wrong: Record<string, string>;
  /** Every price that would change. */
  prices: PriceChange[];
}

/**
 * Shows what would change if cells of the grid were saved: the price of a plan for a level becomes its cost with a flat
 * markup, an empty cell is left to the wider rules, and nothing goes below its cost. Nothing is written. Admins only.
 */
export async function previewPrices(ctx: Ctx, input: GridInput): Promise<GridPreview> {
  requireAdmin(ctx, "prices");
  const now = await current(ctx);
  return previewOn(now, GridInput.parse(input));
}

/** The preview on a state of the catalogue. */
export function previewOn(
  now: Snapshot,
  { typed, was }: z.output<typeof GridInput>,
): GridPreview & { rules: Rule[] } {
  const changed = Object.entries(typed).filter(([name, text]) => text.trim() !== (was[name] ?? "").trim());
  const wrong: Record<string, string> = {};
  const cells = changed.flatMap(([name, text]) => {
    const cell = cellOf(name, text, now);
    if (typeof cell !== "string") return [cell];
    wrong[name] = cell;
    return [];
  });
  const rules = cells.reduce<readonly Rule[]>((rules, cell) => withCell(rules, cell, now), now.terms.rules);
  return {
    seen: `${now.version} ${cells.map(({ planId, level, price }) => `${planId}.${level}=${price ?? ""}`).join(";")}`,
    typed: Object.fromEntries(changed),
    wrong,
    prices: changedPrices(now, applyTerms(now, { ...now.terms, rules })),
    rules: [...rules],
  };
}

/** A cell as it was typed, or what is wrong with it. */
function cellOf(name: string, text: string, now: Snapshot): Cell | string {
  const [id, level] = name.split(".") as [string, Level];
  const plan = now.plans.get(Number(id));
  if (!plan) return "There is no such plan.";
  const cell = { planId: plan.id, level };
  if (text.trim() === "") return { ...cell, price: null };
  // As a spreadsheet has it: with a sign of money, or a space in it.
  const price = parseMoney(text.replace(/[\s\p{Sc}]/gu, ""));
  const cost = costOf(plan);
  if (price === undefined || price <= 0n) return "An amount such as 300 or 1,250.50.";
  if (cost === undefined) return "Its cost is not known.";
  if (price < cost) return `Below its cost of ${formatMoney(cost)}.`;
  if (price > cost * 10n) return "More than ten times its cost.";
  return { ...cell, price };
}

/** The rules with a cell's in place of the one that was there, if it says anything new. */
function withCell(rules: readonly Rule[], { planId, level, price }: Cell, now: Snapshot): readonly Rule[] {
  const scope = { networkId: null, typeId: null, planId, level };
  const plan = now.plans.get(planId);
  if (plan && price !== null && quoteOf(plan, level).price === price) return rules;
  const others = rules.filter((rule) => !sameScope(rule, scope));
  const cost = plan && costOf(plan);
  if (price === null || cost === undefined) return others;
  return [...others, { id: 0, ...scope, kind: "flat", value: price - cost }];
}

/** The names of a plan's cells, by level. */
export const cellNames = (planId: number) => LEVELS.map((level) => [level, `${planId}.${level}`] as const);

/** A price that changes, as people read it. */
export interface ChangedCell {
  name: string;
  label: string;
  level: Level;
  cost: Minor | null;
  before: Minor | null;
  after: Minor | null;
}

/** Every price that changes, one by one. */
export function changedCells(prices: readonly PriceChange[]): ChangedCell[] {
  return prices.flatMap(({ plan, before, after }) =>
    cellNames(plan.id)
      .filter(([level]) => before.prices[level] !== after.prices[level])
      .map(([level, name]) => ({
        ...{ name, label: planLabel(plan), level, cost: after.cost },
        ...{ before: before.prices[level], after: after.prices[level] },
      })),
  );
}
