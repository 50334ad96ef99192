import { loadReceipt } from "#app/(reseller)/purchases/[ident]/load-purchase.ts";
import { requireReseller } from "#lib/core/context";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { receiptResponse } from "#lib/request/receipt-response";
import { defineRoute } from "#lib/request/route";

/** Serves a receipt as a file; `?price=no` leaves out the price. */
export const GET = defineRoute(
  async (ctx, request: Request, { params }: { params: Promise<{ ident: string; format: string }> }) => {
    const { ident, format } = await params;
    const purchase = await getPurchase(ctx, { ident });
    const priced = new URL(request.url).searchParams.get("price") !== "no";
    const receipt = await loadReceipt(ctx, purchase, { priced });
    return receiptResponse(ctx, format, {
      receipt,
      reference: purchase.ident,
      owner: String(requireReseller(ctx, "sell").id),
    });
  },
  { audience: "seller" },
);
