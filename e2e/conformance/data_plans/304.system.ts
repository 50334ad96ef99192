import { toldByETag } from "../told-by-etag.ts";

toldByETag("/api/data_plans");
