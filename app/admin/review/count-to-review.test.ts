import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import type { Permission } from "#lib/core/permission";
import { openScene } from "#lib/testing/open-scene";
import { countToReview } from "./count-to-review.ts";

const at = await openScene();

test("counts payments that await a decision for those who decide on money, or only read", async () => {
  const admin = await at.admin();
  if (admin.actor.kind !== "admin") throw new Error("not an admin");
  const { actor } = admin;
  const count = (...permissions: Permission[]) =>
    countToReview({ ...admin, actor: { ...actor, permissions } } satisfies Ctx);
  const before = await Promise.all([count("see", "money"), count("see"), count("see", "answer")]);
  await at.system.db.execute(sql`
    insert into settlement_discrepancies (provider, kind, settlement, ledger_amount, provider_amount, currency)
    values ('paystack', 'total', 'S1', 100, 90, 'NGN')`);
  const after = await Promise.all([count("see", "money"), count("see"), count("see", "answer")]);
  expect(after.map((sum, n) => sum - (before[n] ?? 0))).toEqual([1, 1, 0]);
});
