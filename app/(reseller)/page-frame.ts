import { cache } from "react";
import { createPageFrameReader } from "#lib/home/page-frame";
import { modules } from "#lib/modules";

/** Gets the frame of the acting reseller, once for the layout and its page. */
export const getPageFrame = cache(createPageFrameReader(modules));
