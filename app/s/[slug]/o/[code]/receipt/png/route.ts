import { createOrderReceiptRoute } from "#app/s/[slug]/o/[code]/receipt/order-receipt-route.ts";
import { createReceiptImage } from "#lib/core/drawing/receipt";

export const GET = createOrderReceiptRoute("png", createReceiptImage);
