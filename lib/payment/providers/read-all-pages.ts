import { z } from "zod";
import { cleanText } from "#lib/core/text/foreign-text";
import { PaymentUnclear, ProviderError, type ProviderName, ProviderSilent } from "./provider.ts";

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

/** A row without the fields of its list. */
export class UnreadableRow {
  readonly field: string;

  constructor(field: string) {
    this.field = field;
  }
}

export const isReadable = <T>(row: T | UnreadableRow): row is T => !(row instanceof UnreadableRow);

/** The schema of a list whose rows are read one by one, so that an unreadable one hides no other. */
export const EachRow = <S extends z.ZodType>(row: S) =>
  z.array(z.unknown()).transform((values) =>
    values.map((value): z.output<S> | UnreadableRow => {
      const { success, data, error } = row.safeParse(value);
      return success ? data : new UnreadableRow(cleanText(error.issues[0]?.path.join(".") ?? "", 100));
    }),
  );

/** After so many rows one after the other without a response the rest is left for later. */
const MAX_SILENT_ROWS = 3;

/**
 * Reads each row on its own. A row that can't be read hides no other: its failure is thrown at the end.
 * @throws PaymentUnclear
 */
export async function* readEachRow<T, R>(
  provider: ProviderName,
  rows: Iterable<T | UnreadableRow>,
  read: (row: T) => AsyncIterable<R>,
): AsyncGenerator<R> {
  let failure: ProviderError | undefined;
  let silent = 0;
  for (const row of rows) {
    try {
      if (row instanceof UnreadableRow)
        throw new PaymentUnclear(provider, `a row of its list is unreadable: ${row.field}`);
      yield* read(row);
      silent = 0;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      silent = error instanceof ProviderSilent ? silent + 1 : 0;
      failure ??= error;
      if (silent === MAX_SILENT_ROWS) break;
    }
  }
  if (failure) throw failure;
}
