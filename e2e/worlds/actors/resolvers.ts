import { trueOutcome } from "#sandbox/outcome-checks";
import type { SandboxTransaction } from "#sandbox/transaction";
import type { Outcomes } from "../acts/admins.ts";
import type { OpenWorld } from "../open-world.ts";
import { act } from "./people.ts";

/** Reads the real deeds of each supplier so far. */
export async function readTransactions({
  world,
  suppliers,
}: Pick<OpenWorld, "world" | "suppliers">): Promise<SandboxTransaction[][]> {
  const all: SandboxTransaction[][] = [];
  for (const name of suppliers)
    all.push(
      (await world.call<{ transactions: SandboxTransaction[] }>("outside", "readTruth", name)).transactions,
    );
  return all;
}

/** Has an admin decide unconfirmed purchases as the suppliers say. @param all also those that no supplier has heard of */
export async function resolve(open: OpenWorld, { all = false } = {}): Promise<void> {
  const outcomes: Outcomes = {};
  const bySupplier = await readTransactions(open);
  // Failed at one supplier, it may be pending at another.
  const sold = bySupplier.flat();
  for (const ref of new Set(sold.flatMap(({ ref }) => ref ?? []))) {
    const outcome = trueOutcome(sold, ref);
    const supplier = 1 + bySupplier.findIndex((each) => trueOutcome(each, ref) === "delivered");
    if (outcome === "delivered") outcomes[ref] = { outcome: "successful", supplier };
    else outcomes[ref] = outcome === "failed" ? { outcome, supplier: "none" } : undefined;
  }
  await act(open, "resolve", { admin: open.admin, outcomes, all });
}
