import { createOrderReceiptRoute } from "#app/s/[slug]/o/[code]/receipt/order-receipt-route.ts";
import { createReceiptPdf } from "#lib/core/drawing/receipt";

export const GET = createOrderReceiptRoute("pdf", createReceiptPdf);
