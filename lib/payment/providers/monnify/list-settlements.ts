import { z } from "zod";
import {
  CurrencyCode,
  DecimalAmount,
  Identifier,
  OptionalIdentifier,
  OptionalTimestamp,
} from "#lib/payment/providers/exact-json";
import type { Provider } from "#lib/payment/providers/provider";
import { PAGE_SIZE, readAllPages, readEachRow } from "#lib/payment/providers/read-all-pages";
import { isNotFound, type MonnifyClient, NAME, unwrapResponse } from "./client.ts";

const SettlementBody = z.object({
  beneficiaries: z.array(
    z.object({
      settlementInformation: z
        .object({ settlementReference: Identifier, settledDate: OptionalTimestamp })
        .nullish(),
    }),
  ),
});

const SettlementLineBody = z
  .object({
    transactionReference: Identifier,
    paymentReference: OptionalIdentifier,
    amountPaid: DecimalAmount,
    settlementAmount: DecimalAmount.nullish().transform((amount) => amount ?? null),
    currency: CurrencyCode,
  })
  .refine(({ amountPaid, settlementAmount }) => settlementAmount === null || settlementAmount <= amountPaid, {
    path: ["settlementAmount"],
  });

/** Monnify has no list: each transaction names its settlement, whose others need no request then. */
export const listSettlements = (client: MonnifyClient): Provider["listSettlements"] =>
  async function* ({ known, waiting }) {
    const yielded = new Set<string>();
    const left = new Set(waiting);
    yield* readEachRow(NAME, waiting, async function* (transaction) {
      if (!left.delete(transaction)) return;
      const query = new URLSearchParams({ transactionReference: transaction });
      const response = await client.call("GET", `/api/v1/settlement-detail?${query}`);
      if (isNotFound(response)) return;
      for (const { settlementInformation: info } of unwrapResponse(SettlementBody, response).beneficiaries) {
        if (!info || known.has(info.settlementReference) || yielded.has(info.settlementReference)) continue;
        yielded.add(info.settlementReference);
        const lines = await listSettlementLines(client, info.settlementReference);
        for (const { transactionReference } of lines) left.delete(transactionReference);
        yield {
          id: info.settlementReference,
          settledAt: info.settledDate,
          currency: lines[0]?.currency ?? "NGN",
          paidOut: null,
          deducted: 0n,
          lines: lines.map(
            ({ transactionReference, paymentReference, amountPaid, settlementAmount, currency }) => ({
              transaction: transactionReference,
              reference: paymentReference,
              gross: amountPaid,
              fee: settlementAmount === null ? null : amountPaid - settlementAmount,
              currency,
            }),
          ),
        };
      }
    });
  };

function listSettlementLines({ call }: MonnifyClient, reference: string) {
  return readAllPages(NAME, async (page) => {
    const query = new URLSearchParams({ reference, page: String(page), size: String(PAGE_SIZE) });
    const response = await call("GET", `/api/v1/transactions/find-by-settlement-reference?${query}`);
    return unwrapResponse(z.object({ content: z.array(SettlementLineBody) }), response).content;
  });
}
