import type { Provider } from "#lib/payment/providers/provider";
import { isReadable, PAGE_SIZE, readAllPages, readEachRow } from "#lib/payment/providers/read-all-pages";
import { listCharges, toVerifiedPayment } from "./charge.ts";
import { DEDICATED_ACCOUNT_PREFIX, type FlutterwaveClient, NAME } from "./client.ts";

export const listTransfers = (client: FlutterwaveClient): Provider["listTransfers"] =>
  async function* ({ owner, since }) {
    const all = await readAllPages(NAME, async (page) => {
      const { charges, raw } = await listCharges(client, DEDICATED_ACCOUNT_PREFIX + owner, {
        from: since.toISOString(),
        size: String(PAGE_SIZE),
        page: String(page + 1),
      });
      return charges.map((row) => (isReadable(row) ? { row, raw } : row));
    });
    yield* readEachRow(NAME, all, async function* ({ row, raw }) {
      if (row.status === "succeeded") yield toVerifiedPayment(row, raw);
    });
  };
