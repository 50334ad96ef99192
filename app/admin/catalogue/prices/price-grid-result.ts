import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { listChangedPriceCells, type PreviewPricesInput, previewPrices } from "#lib/catalogue/price-grid";
import type { PriceChange } from "#lib/catalogue/price-sheet";
import type { Ctx } from "#lib/core/context";
import { formatMoney, type Minor } from "#lib/core/money/money";

/** The result of the grid: its changes and errors, or that it is saved. */
export interface PriceGridResult {
  done?: string;
  /** The previewed state, so that only that is saved. */
  fingerprint?: string;
  /** The changed cells as typed, and their errors. */
  typed?: Record<string, string>;
  wrong?: Record<string, string>;
  changes?: {
    name: string;
    label: string;
    level: string;
    before: string;
    after: string;
    lower: boolean;
    margin: string;
  }[];
  reason?: string;
  wrongReason?: string | undefined;
  /** The reason that nothing was saved. */
  trouble?: string | undefined;
}

/** Formats the price changes of the grid. */
export async function previewPriceGrid(ctx: Ctx, grid: PreviewPricesInput): Promise<PriceGridResult> {
  const { fingerprint, typed, wrong, prices } = await previewPrices(ctx, grid);
  const changes = listChangedPriceCells(prices).map(({ name, label, level, cost, before, after }) => ({
    name,
    label,
    level: LEVEL_LABELS[level],
    before: formatPrice(before),
    after: formatPrice(after),
    lower: before !== null && after !== null && after < before,
    margin: after === null || cost === null ? "" : formatMoney(after - cost),
  }));
  return { fingerprint, typed, wrong, changes };
}

const formatPrice = (amount: Minor | null) => (amount === null ? "not sold" : formatMoney(amount));

export function formatSavedPriceCount(prices: readonly PriceChange[]): string {
  const { length } = listChangedPriceCells(prices);
  return `Saved. ${length === 1 ? "1 price changed" : `${length} prices changed`}.`;
}
