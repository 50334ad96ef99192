import { z } from "zod";
import { Identifier, OptionalTimestamp } from "#lib/payment/providers/exact-json";
import type { Provider } from "#lib/payment/providers/provider";
import {
  EachRow,
  isReadable,
  PAGE_SIZE,
  readAllPages,
  readEachRow,
} from "#lib/payment/providers/read-all-pages";
import { isNotFound, type MonnifyClient, NAME, unwrapResponse } from "./client.ts";
import { verify } from "./verify.ts";

const ListedTransactionBody = z.object({ transactionReference: Identifier, createdOn: OptionalTimestamp });
type ListedTransaction = z.output<typeof ListedTransactionBody>;

export const listTransfers = (client: MonnifyClient): Provider["listTransfers"] =>
  async function* ({ owner, since }) {
    const isOld = ({ createdOn }: ListedTransaction) => createdOn !== null && createdOn < since;
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
          : unwrapResponse(z.object({ content: EachRow(ListedTransactionBody) }), response).content;
      },
      (rows) => {
        const read = rows.filter(isReadable);
        return read.every(isOld) && Number(read[0]?.createdOn) >= Number(read.at(-1)?.createdOn);
      },
    );
    yield* readEachRow(NAME, all, async function* (row) {
      if (isOld(row)) return;
      const payment = await verify(client)({ transaction: row.transactionReference });
      if (payment.state === "paid") yield payment;
    });
  };
