import { createReceiptFileRoute } from "#app/(reseller)/purchases/[ident]/receipt/receipt-file-route.ts";
import { createReceiptPdf } from "#lib/core/drawing/receipt";

export const GET = createReceiptFileRoute("pdf", createReceiptPdf);
