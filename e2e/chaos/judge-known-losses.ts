import type { SandboxLogEntry } from "#sandbox/log";
import type { PurchaseRow } from "./list-purchase-rows.ts";
import type { PriceRise } from "./raise-prices.ts";
import { createVerdict, type Verdict } from "./verdict.ts";

/** Judges that the main upstream got no purchase whose price was below the known cost. */
export function judgeKnownLosses(
  logs: readonly SandboxLogEntry[][],
  purchases: readonly PurchaseRow[],
  rises: readonly PriceRise[],
): Verdict {
  const idents = new Map(purchases.map((row) => [row.ident, row]));
  return createVerdict(
    `nothing is sent at a known loss (${rises.length} rises)`,
    logs.flat(),
    (logs[0] ?? [])
      .filter((entry) => isLoss(entry, idents, rises))
      .map(({ ref }) => `${ref} after its price rose`),
  );
}

/** Whether this was sent for less than its plan's cost in the catalogue. */
function isLoss(
  { ref, receivedAt }: SandboxLogEntry,
  purchases: ReadonlyMap<string, PurchaseRow>,
  rises: readonly PriceRise[],
): boolean {
  const row = purchases.get(ref ?? "");
  return rises.some(
    ({ planId, cost, told }) =>
      told &&
      planId === row?.plan &&
      receivedAt > told.from &&
      receivedAt < told.to &&
      BigInt(row.price) < cost,
  );
}
