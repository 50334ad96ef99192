import { z } from "zod";
import { Identifier, OptionalTimestamp } from "#lib/payment/providers/exact-json";
import type { Provider, VerifiedPayment } from "#lib/payment/providers/provider";
import { PAGE_SIZE, readAllPages } from "#lib/payment/providers/read-all-pages";
import { isNotFound, type MonnifyClient, NAME, unwrapResponse } from "./client.ts";
import { verify } from "./verify.ts";

const ListedTransactionBody = z.object({ transactionReference: Identifier, createdOn: OptionalTimestamp });

export const listTransfers =
  (client: MonnifyClient): Provider["listTransfers"] =>
  async ({ owner, since }) => {
    const isOld = ({ createdOn }: z.output<typeof ListedTransactionBody>) =>
      createdOn !== null && createdOn < since;
    const all = await readAllPages(
      NAME,
      async (page) => {
        const query = new URLSearchParams({
          accountReference: owner,
          page: String(page),
          size: String(PAGE_SIZE),
        });
        const response = await client.call(
          "GET",
          `/api/v1/bank-transfer/reserved-accounts/transactions?${query}`,
        );
        return isNotFound(response)
          ? []
          : unwrapResponse(z.object({ content: z.array(ListedTransactionBody) }), response).content;
      },
      (rows) => rows.every(isOld) && Number(rows[0]?.createdOn) >= Number(rows.at(-1)?.createdOn),
    );
    const fresh = all.filter((row) => !isOld(row));
    const transfers: VerifiedPayment[] = [];
    for (const row of fresh) transfers.push(await verify(client)({ transaction: row.transactionReference }));
    return transfers.filter(({ state }) => state === "paid");
  };
