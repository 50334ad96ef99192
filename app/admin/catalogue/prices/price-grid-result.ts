import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { getMarginClass } from "#app/ui/margin-class.ts";
import {
  listChangedPriceCells,
  type PreviewPricesInput,
  previewPrices,
} from "#lib/catalogue/price/price-grid";
import type { PriceChange } from "#lib/catalogue/price/price-sheet";
import type { Ctx } from "#lib/core/context";
import { formatMoney, type Minor } from "#lib/core/money/money";

export interface PriceGridResult {
  done?: string;
  /** The previewed state, so that only that is saved. */
  fingerprint?: string;
  typed?: Record<string, string>;
  wrong?: Record<string, string>;
  changes?: ReturnType<typeof formatPriceChanges>;
  reason?: string;
  wrongReason?: string | undefined;
  wrongChanges?: string | undefined;
  trouble?: string | undefined;
}

export async function previewPriceGrid(ctx: Ctx, grid: PreviewPricesInput): Promise<PriceGridResult> {
  const { fingerprint, typed, wrong, prices } = await previewPrices(ctx, grid);
  return { fingerprint, typed, wrong, changes: formatPriceChanges(prices) };
}

const formatPriceChanges = (prices: readonly PriceChange[]) =>
  listChangedPriceCells(prices).map(({ level, cost, before, after, large, ...cell }) => ({
    ...cell,
    large,
    level: LEVEL_LABELS[level],
    before: formatPrice(before),
    after: formatPrice(after),
    note: formatChangeNote(before, after, large),
    margin: after === null || cost === null ? "" : formatMoney(after - cost),
    marginClass: after === null || cost === null ? "" : getMarginClass(after - cost),
  }));

/** "lower", or the share of a large change: "294% higher". */
function formatChangeNote(before: Minor | null, after: Minor | null, large: boolean): string {
  if (before === null || after === null || before === after) return "";
  const direction = after < before ? "lower" : "higher";
  if (large) return `${Math.round((Math.abs(Number(after - before)) / Number(before)) * 100)}% ${direction}`;
  return after < before ? direction : "";
}

export const formatPrice = (amount: Minor | null) => (amount === null ? "not sold" : formatMoney(amount));

export function formatSavedPriceCount(prices: readonly PriceChange[]): string {
  const { length } = listChangedPriceCells(prices);
  return `Saved. ${length === 1 ? "1 price changed" : `${length} prices changed`}.`;
}
