import { receiptPicture } from "#lib/core/receipt";
import { fileRoute } from "../file-route.ts";

export const GET = fileRoute("png", receiptPicture);
