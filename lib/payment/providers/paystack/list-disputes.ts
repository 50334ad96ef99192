import { z } from "zod";
import { CurrencyCode, Identifier, MinorUnits, OptionalTimestamp } from "#lib/payment/providers/exact-json";
import { PaymentUnclear, type Provider, type ProviderDispute } from "#lib/payment/providers/provider";
import { EachRow, PAGE_SIZE, readAllPages, readEachRow } from "#lib/payment/providers/read-all-pages";
import { NAME, type PaystackClient, requireNumericId, unwrapResponse } from "./client.ts";

const DisputeBody = z.object({
  id: Identifier,
  status: z.string(),
  resolution: z.string().nullish(),
  refund_amount: MinorUnits.nullish(),
  currency: CurrencyCode.nullish(),
  dueAt: OptionalTimestamp,
  transaction: z.object({ id: Identifier, currency: CurrencyCode.nullish() }).nullish(),
});

export const listDisputes = ({ call }: PaystackClient): NonNullable<Provider["listDisputes"]> =>
  async function* (transaction) {
    const all = await readAllPages(NAME, (page) => {
      const query = new URLSearchParams({
        transaction: requireNumericId(transaction),
        perPage: String(PAGE_SIZE),
        page: String(page + 1),
      });
      return unwrapResponse(EachRow(DisputeBody), call("GET", `/dispute?${query}`));
    });
    yield* readEachRow(NAME, all, async function* (row) {
      if (row.transaction?.id === transaction) yield toProviderDispute(row);
    });
  };

function toProviderDispute({
  id,
  status,
  resolution,
  refund_amount,
  currency,
  dueAt,
  transaction,
}: z.output<typeof DisputeBody>): ProviderDispute {
  const disputeCurrency = currency ?? transaction?.currency;
  if (!disputeCurrency) throw new PaymentUnclear(NAME, "it names no currency of a dispute");
  return {
    id,
    dueAt,
    currency: disputeCurrency,
    amount: refund_amount || null,
    state:
      status === "awaiting-merchant-feedback"
        ? "open"
        : (getDisputeOutcome(status, resolution) ?? "answered"),
  };
}

/** Undefined while a dispute is open, and for a resolution that we don't know. */
function getDisputeOutcome(
  status: string,
  resolution: string | null | undefined,
): "won" | "lost" | undefined {
  if (status !== "resolved") return undefined;
  if (resolution === "declined") return "won";
  return /accepted$/.test(resolution ?? "") ? "lost" : undefined;
}
