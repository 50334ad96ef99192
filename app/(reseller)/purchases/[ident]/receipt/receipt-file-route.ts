import { getOwnAccount } from "#lib/account/own-account";
import { requireReseller } from "#lib/core/context";
import type { Receipt } from "#lib/core/drawing/receipt";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { defineRoute, fileResponse } from "#lib/web/route";
import { loadReceipt } from "./load-receipt.ts";

const CONTENT_TYPES = { png: "image/png", pdf: "application/pdf" } as const;

/** Creates the route of a receipt file; `?price=no` leaves out the price. */
export function createReceiptFileRoute(
  kind: keyof typeof CONTENT_TYPES,
  draw: (key: string, receipt: Receipt) => Promise<Buffer>,
) {
  return defineRoute(
    async (ctx, request: Request, { params }: { params: Promise<{ ident: string }> }) => {
      const { ident } = await params;
      const [purchase, { name }] = await Promise.all([getPurchase(ctx, { ident }), getOwnAccount(ctx)]);
      const priced = new URL(request.url).searchParams.get("price") !== "no";
      const receipt = await loadReceipt(ctx, purchase, { seller: name, priced });
      const file = await draw(`${requireReseller(ctx).id}`, receipt);
      return fileResponse(file, CONTENT_TYPES[kind], `receipt-${purchase.ident}.${kind}`);
    },
    { who: "reseller" },
  );
}
