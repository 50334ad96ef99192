import type { Ctx } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { createReceiptImage, createReceiptPdf, type Receipt } from "#lib/drawing/receipt";
import { fileResponse } from "./route.ts";

/** Draws a receipt as the file that an address names. @throws not_found for other formats than png and pdf */
export async function receiptResponse(
  ctx: Ctx,
  format: string,
  { owner, receipt, reference }: { owner: string; receipt: Receipt; reference: string },
): Promise<Response> {
  const name = `receipt-${reference}.${format}`;
  if (format === "png")
    return fileResponse(await createReceiptImage({ ...ctx, owner }, receipt), "image/png", name);
  if (format === "pdf")
    return fileResponse(await createReceiptPdf({ ...ctx, owner }, receipt), "application/pdf", name);
  throw notFoundError("receipt");
}
