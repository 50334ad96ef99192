import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openScene } from "#lib/testing/open-scene";
import { searchOwnPayments, searchPayments } from "./search-payments.ts";

const at = await openScene();

test("finds a payment by its reference, for its reseller and for admins", async () => {
  const [reseller, second, admin] = [await at.reseller(), await at.reseller(), await at.admin()];
  const reference = `P${"2".repeat(25)}`;
  await at.system.db.execute(sql`
    insert into payments (reference, purpose, reseller_id, ref, provider, amount, currency, fee_bearer, expires_at)
    values (${reference}, 'wallet', ${reseller.id}, 'r', 'paystack', 500000, 'NGN', 'operator', now())`);
  const typed = reference.toLowerCase();
  expect(await searchOwnPayments(reseller.ctx, typed)).toMatchObject([
    { href: `/wallet/payments/${reference}`, title: "Online payment of ₦5,000" },
  ]);
  expect(await searchOwnPayments(second.ctx, typed)).toEqual([]);
  expect(await searchPayments(admin, typed)).toHaveLength(1);
  await expect(searchPayments(reseller.ctx, typed)).rejects.toMatchObject({ code: "not_found" });
  expect(await searchOwnPayments(reseller.ctx, "P222")).toEqual([]);
});
