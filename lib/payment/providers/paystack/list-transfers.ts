import { z } from "zod";
import type { Provider } from "#lib/payment/providers/provider";
import { PAGE_SIZE, readAllPages } from "#lib/payment/providers/read-all-pages";
import { NAME, type PaystackClient, unwrapResponse } from "./client.ts";
import { findCustomer } from "./customer.ts";
import { TransactionBody, toVerifiedPayment } from "./transaction.ts";

export const listTransfers =
  (client: PaystackClient): Provider["listTransfers"] =>
  async ({ email, number, since }) => {
    const customer = await findCustomer(client, email);
    if (!customer) return [];
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
      return (await unwrapResponse(z.array(TransactionBody), response)).map((row) =>
        toVerifiedPayment(row, response.raw),
      );
    });
    return all.filter(({ account }) => account === number);
  };
