import { readIsolated } from "#lib/bulk/read-isolated";
import type { Ctx } from "#lib/core/context";
import type { Line } from "./read-lines.ts";

/** Reads a file or pasted text as customers of the acting reseller. @throws as `readList` does */
export function readCustomers(ctx: Ctx, file: Uint8Array | string): Promise<Line[]> {
  return readIsolated<Line>(ctx, "lib/customer/list-process.ts", file);
}
