import { toldByETag } from "../told-by-etag.ts";

toldByETag("/api/data-plans-prices/filtered");
