import { z } from "zod";
import {
  CurrencyCode,
  DecimalAmount,
  Identifier,
  OptionalIdentifier,
  OptionalTimestamp,
} from "#lib/payment/providers/exact-json";
import { PaymentUnclear, type Provider } from "#lib/payment/providers/provider";
import { EachRow, PAGE_SIZE, readAllPages, readEachRow } from "#lib/payment/providers/read-all-pages";
import { FeesBody, sumFees } from "./charge.ts";
import { type FlutterwaveClient, NAME, unwrapResponse } from "./client.ts";

const SettlementSummaryBody = z.object({
  id: Identifier,
  status: z.string(),
  created_datetime: OptionalTimestamp,
});

const SettlementBody = z.object({
  id: Identifier,
  currency: CurrencyCode,
  net_amount: DecimalAmount.nullish(),
  chargeback: DecimalAmount.nullish(),
  refund: DecimalAmount.nullish(),
  due_datetime: OptionalTimestamp,
  charges: z
    .array(
      z.object({
        id: Identifier,
        reference: OptionalIdentifier,
        amount: DecimalAmount,
        fees: FeesBody.nullish(),
        currency: CurrencyCode.nullish(),
      }),
    )
    .max(20_000),
});

export const listSettlements = ({ get }: FlutterwaveClient): Provider["listSettlements"] =>
  async function* ({ since, known }) {
    const all = await readAllPages(NAME, async (page) => {
      const query = new URLSearchParams({ page: String(page + 1), size: String(PAGE_SIZE) });
      return unwrapResponse(EachRow(SettlementSummaryBody), await get(`/settlements?${query}`));
    });
    yield* readEachRow(NAME, all, async function* ({ id, status, created_datetime }) {
      const early = created_datetime !== null && created_datetime < since;
      if (early || !status.startsWith("completed") || known.has(id)) return;
      const row = unwrapResponse(SettlementBody, await get(`/settlements/${encodeURIComponent(id)}`));
      if (row.id !== id) throw new PaymentUnclear(NAME, "its response is about another settlement");
      yield {
        id,
        settledAt: row.due_datetime,
        currency: row.currency,
        paidOut: row.net_amount ?? null,
        deducted: (row.chargeback ?? 0n) + (row.refund ?? 0n),
        lines: row.charges.map((charge) => ({
          transaction: charge.id,
          reference: charge.reference,
          gross: charge.amount,
          fee: charge.fees ? sumFees(charge.fees) : null,
          currency: charge.currency ?? row.currency,
        })),
      };
    });
  };
