import { createReceiptFileRoute } from "#app/(reseller)/purchases/[ident]/receipt/receipt-file-route.ts";
import { createReceiptImage } from "#lib/core/drawing/receipt";

export const GET = createReceiptFileRoute("png", createReceiptImage);
