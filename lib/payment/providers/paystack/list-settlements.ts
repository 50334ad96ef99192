import { z } from "zod";
import { CurrencyCode, Identifier, MinorUnits, OptionalTimestamp } from "#lib/payment/providers/exact-json";
import type { Provider } from "#lib/payment/providers/provider";
import { EachRow, PAGE_SIZE, readAllPages, readEachRow } from "#lib/payment/providers/read-all-pages";
import { NAME, type PaystackClient, requireNumericId, unwrapResponse } from "./client.ts";
import { TransactionBody } from "./transaction.ts";

const SettlementBody = z.object({
  id: Identifier,
  status: z.string(),
  currency: CurrencyCode,
  effective_amount: MinorUnits.nullish(),
  deductions: MinorUnits.nullish(),
  settlement_date: OptionalTimestamp,
});

const SettlementLineBody = TransactionBody.pick({
  id: true,
  reference: true,
  amount: true,
  fees: true,
  currency: true,
});

export const listSettlements = ({ call }: PaystackClient): Provider["listSettlements"] =>
  async function* ({ since, known }) {
    const all = await readAllPages(NAME, (page) => {
      const query = { from: since.toISOString(), perPage: String(PAGE_SIZE), page: String(page + 1) };
      return unwrapResponse(
        EachRow(SettlementBody),
        call("GET", `/settlement?${new URLSearchParams(query)}`),
      );
    });
    yield* readEachRow(NAME, all, async function* (row) {
      if (row.status !== "success" || known.has(row.id)) return;
      const lines = await readAllPages(NAME, (page) => {
        const query = new URLSearchParams({ perPage: String(PAGE_SIZE), page: String(page + 1) });
        return unwrapResponse(
          z.array(SettlementLineBody),
          call("GET", `/settlement/${requireNumericId(row.id)}/transactions?${query}`),
        );
      });
      yield {
        id: row.id,
        settledAt: row.settlement_date,
        currency: row.currency,
        paidOut: row.effective_amount ?? null,
        deducted: row.deductions ?? 0n,
        lines: lines.map(({ id, reference, amount, fees, currency }) => ({
          transaction: id,
          reference,
          gross: amount,
          fee: fees ?? null,
          currency,
        })),
      };
    });
  };
