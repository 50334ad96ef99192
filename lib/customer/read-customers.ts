import { readApart } from "#lib/bulk/read-apart";
import type { Ctx } from "#lib/core/context";
import type { Line } from "./read-lines.ts";

/** Reads a file, or what was pasted, as customers of the acting reseller. @throws as `readList` does */
export function readCustomers(ctx: Ctx, file: Uint8Array | string): Promise<Line[]> {
  return readApart<Line>(ctx, "lib/customer/list-process.ts", file);
}
