import type { Provider } from "#lib/payment/providers/provider";
import {
  EachRow,
  isReadable,
  PAGE_SIZE,
  readAllPages,
  readEachRow,
} from "#lib/payment/providers/read-all-pages";
import { NAME, type PaystackClient, unwrapResponse } from "./client.ts";
import { findCustomer } from "./customer.ts";
import { TransactionBody, toVerifiedPayment } from "./transaction.ts";

export const listTransfers = (client: PaystackClient): Provider["listTransfers"] =>
  async function* ({ email, number, since }) {
    const customer = await findCustomer(client, email);
    if (!customer) return;
    const slug = customer.dedicated_account?.bank.slug;
    if (slug) {
      const query = new URLSearchParams({ account_number: number, provider_slug: slug });
      await client.call("GET", `/dedicated_account/requery?${query}`);
    }
    const all = await readAllPages(NAME, async (page) => {
      const query = new URLSearchParams({
        customer: customer.id,
        from: since.toISOString(),
        status: "success",
        perPage: String(PAGE_SIZE),
        page: String(page + 1),
      });
      const response = await client.call("GET", `/transaction?${query}`);
      return (await unwrapResponse(EachRow(TransactionBody), response)).map((row) =>
        isReadable(row) ? toVerifiedPayment(row, response.raw) : row,
      );
    });
    yield* readEachRow(NAME, all, async function* (payment) {
      if (payment.account === number) yield payment;
    });
  };
