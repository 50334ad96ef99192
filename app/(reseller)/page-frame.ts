import { cache } from "react";
import { modules } from "#lib/modules";
import { createPageFrameReader } from "#lib/monitoring/page-frame";

/** Gets the frame of the acting reseller, once for the layout and its page. */
export const getPageFrame = cache(createPageFrameReader(modules));
