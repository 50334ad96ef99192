import { ownAccount } from "#lib/account/own-account";
import { requireReseller } from "#lib/core/context";
import type { Receipt } from "#lib/core/receipt";
import { get } from "#lib/purchase/read/get";
import { fileResponse } from "#lib/web/file-response";
import { route } from "#lib/web/route";
import { receiptOf } from "./receipt-of.ts";

const TYPES = { png: "image/png", pdf: "application/pdf" } as const;

/** The route of a receipt's file: `?price=no` leaves the price out. */
export function fileRoute(
  kind: keyof typeof TYPES,
  draw: (whose: string, receipt: Receipt) => Promise<Buffer>,
) {
  return route(
    async (ctx, request: Request, { params }: { params: Promise<{ ident: string }> }) => {
      const { ident } = await params;
      const [purchase, { name }] = await Promise.all([get(ctx, { ident }), ownAccount(ctx)]);
      const priced = new URL(request.url).searchParams.get("price") !== "no";
      const receipt = await receiptOf(ctx, purchase, { seller: name, priced });
      const file = await draw(`${requireReseller(ctx).id}`, receipt);
      return fileResponse(file, TYPES[kind], `receipt-${purchase.ident}.${kind}`);
    },
    { who: "reseller" },
  );
}
