import { PaymentUnclear, type ProviderName } from "./provider.ts";

/** Rows on a page, and how many pages are read at most. */
export const PAGE_SIZE = 50;
const MAX_PAGES = 400;

/**
 * Reads a provider's list page after page, until one is not full.
 * @param read the rows of a page; the first is 0
 * @param isEnough whether a page shows that all on later pages is known
 * @throws PaymentUnclear when there are more than 20,000 rows
 */
export async function readAllPages<T>(
  provider: ProviderName,
  read: (page: number) => Promise<T[]>,
  isEnough: (rows: readonly T[]) => boolean = () => false,
): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const pageRows = await read(page);
    rows.push(...pageRows);
    if (pageRows.length < PAGE_SIZE || isEnough(pageRows)) return rows;
  }
  throw new PaymentUnclear(provider, `its list has more than ${MAX_PAGES * PAGE_SIZE} rows`);
}
