import { changedCells, type GridInput, previewPrices } from "#lib/catalogue/price-grid";
import type { PriceChange } from "#lib/catalogue/price-sheet";
import type { Ctx } from "#lib/core/context";
import { formatMoney, type Minor } from "#lib/core/money";
import { LEVEL_WORDS } from "../../../ui/words.ts";

/** What the grid was answered with: what would change, with what is wrong; or that it is done. */
export interface GridAnswer {
  done?: string;
  /** What was looked at, for the save to be just that. */
  seen?: string;
  /** The cells that were changed, as they were typed, and what is wrong with some of them. */
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
  /** Why nothing was saved. */
  trouble?: string | undefined;
}

/** What would change, in words. */
export async function lookAt(ctx: Ctx, grid: GridInput): Promise<GridAnswer> {
  const { seen, typed, wrong, prices } = await previewPrices(ctx, grid);
  const changes = changedCells(prices).map(({ name, label, level, cost, before, after }) => ({
    ...{ name, label, level: LEVEL_WORDS[level] },
    ...{
      before: text(before),
      after: text(after),
      lower: before !== null && after !== null && after < before,
    },
    margin: after === null || cost === null ? "" : formatMoney(after - cost),
  }));
  return { seen, typed, wrong, changes };
}

const text = (amount: Minor | null) => (amount === null ? "not sold" : formatMoney(amount));

export function savedWords(prices: readonly PriceChange[]): string {
  const { length } = changedCells(prices);
  return `Saved. ${length === 1 ? "1 price changed" : `${length} prices changed`}.`;
}
