import type { Provider } from "#lib/payment/providers/provider";
import { PAGE_SIZE, readAllPages } from "#lib/payment/providers/read-all-pages";
import { listCharges, toVerifiedPayment } from "./charge.ts";
import { DEDICATED_ACCOUNT_PREFIX, type FlutterwaveClient, NAME } from "./client.ts";

export const listTransfers =
  (client: FlutterwaveClient): Provider["listTransfers"] =>
  async ({ owner, since }) => {
    const all = await readAllPages(NAME, async (page) => {
      const { charges, raw } = await listCharges(client, DEDICATED_ACCOUNT_PREFIX + owner, {
        from: since.toISOString(),
        size: String(PAGE_SIZE),
        page: String(page + 1),
      });
      return charges.map((row) => ({ row, raw }));
    });
    return all
      .filter(({ row }) => row.status === "succeeded")
      .map(({ row, raw }) => toVerifiedPayment(row, raw));
  };
