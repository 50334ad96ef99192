import { PaymentUnanswered, type ProviderName } from "./provider.ts";

/** Rows on a page, and how many pages are read at most. */
export const PAGE_SIZE = 50;
const MOST = 400;

/**
 * Reads a provider's list page after page, until one is not full.
 * @param read the rows of a page; the first is 0
 * @param isEnough whether a page shows that all on later pages is known
 * @throws PaymentUnanswered when there are more than 20,000 rows
 */
export async function everyPage<T>(
  provider: ProviderName,
  read: (page: number) => Promise<T[]>,
  isEnough: (rows: readonly T[]) => boolean = () => false,
): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 0; page < MOST; page += 1) {
    const found = await read(page);
    rows.push(...found);
    if (found.length < PAGE_SIZE || isEnough(found)) return rows;
  }
  throw new PaymentUnanswered(provider, `its list has more than ${MOST * PAGE_SIZE} rows`);
}
