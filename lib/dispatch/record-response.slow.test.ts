import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { getMainSupplier } from "#lib/supplier/supplier";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { type Claim, claimPurchase } from "./claim-purchase.ts";
import { sendClaimedPurchase } from "./send-claimed-purchase.ts";

const at = await openScene();
const buyer = await at.reseller();
let logged: Record<string, unknown>[];

for (const statement of [
  // A sequence keeps its value when a transaction is rolled back.
  sql`create sequence refusals`,
  sql`create table refusing (code text not null, times int not null)`,
  sql`create function refuse() returns trigger language plpgsql as $$
      declare refusing record; begin
      for refusing in select * from refusing loop
        if nextval('refusals') <= refusing.times then
          raise exception 'rejected' using errcode = refusing.code;
        end if;
      end loop;
      return new;
    end $$`,
  sql`create trigger refuse before update on purchases for each row
      when (new.state not in ('queued', 'sending')) execute function refuse()`,
  // As of a database in another encoding.
  sql`create function refuse_signs() returns trigger language plpgsql as $$ begin
      if new.raw ~ '[^\\x01-\\x7f]' then
        raise exception 'has no equivalent in encoding' using errcode = 'untranslatable_character';
      end if;
      return new;
    end $$`,
  sql`create trigger refuse_signs before update on attempts for each row execute function refuse_signs()`,
])
  await at.system.db.execute(statement);
beforeEach(() => {
  logged = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) =>
    Boolean(logged.push(JSON.parse(String(line)))),
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

/** Buys, sends and records the response, as the loop does. @returns the purchase with its attempt. */
async function sendOne(): Promise<Record<string, string | null>> {
  const input = { ref: crypto.randomUUID(), phone: "08031234567", channel: "web" as const, again: true };
  await placePurchase(buyer.ctx, { ...input, ...at.offered() });
  const claimed = (await vi.waitUntil(
    () => claimPurchase(at.system, "kept", getMainSupplier()),
    TEST_TIMEOUT_MS,
  )) as Claim;
  await sendClaimedPurchase(at.system, claimed, () => 5_000);
  const [row] = await at.system.db.execute<Record<string, string | null>>(sql`
    select p.state, a.result, a.note, a.raw, a.upstream_id, a.upstream_ident, a.amount::text, a.balance_before::text,
      a.balance_after::text
    from purchases p join attempts a on a.purchase_id = p.id where p.id = ${claimed.purchaseId}`);
  return row ?? {};
}

const listLoggedResponses = () =>
  logged.filter(({ raw }) => typeof raw === "string").map(({ raw }) => String(raw));

test.each(["42501", "P0001", "23514", "53100"])(
  "logs a response that the database rejects with %s, and records it whole later",
  async (code) => {
    await at.system.db.execute(sql`insert into refusing values (${code}, 6)`);
    await at.system.db.execute(sql`alter sequence refusals restart`);
    const attempt = await sendOne();
    await at.system.db.execute(sql`delete from refusing`);
    expect(attempt).toMatchObject({ state: "successful", result: "successful" });
    expect(attempt.raw).toContain(`"ident":"${attempt.upstream_ident}"`);
    expect([attempt.amount, attempt.balance_before, attempt.balance_after]).not.toContain(null);
    const [raw = "", ...more] = listLoggedResponses();
    expect(raw).toContain(String(attempt.upstream_ident));
    expect(raw).not.toContain("8031234567");
    expect(more).toEqual([]);
  },
);

test("drops only the figure of a response that the database can't store", async () => {
  await at.system.db.execute(sql`drop view reporting.attempts`);
  await at.system.db.execute(sql`alter table attempts alter column balance_after type smallint using null`);
  const attempt = await sendOne();
  await at.system.db.execute(sql`alter table attempts alter column balance_after type bigint`);
  expect(attempt).toMatchObject({ state: "successful", result: "successful", balance_after: null });
  expect(attempt.raw).toContain(`"ident":"${attempt.upstream_ident}"`);
  expect([attempt.upstream_id, attempt.amount, attempt.balance_before]).not.toContain(null);
  expect(attempt.note).toContain("not stored: balanceAfter");
});

test("escapes the characters of a response that the database can't store", async () => {
  await at.sandbox.order({ execute: "fail", text: "Crédit épuisé ₦0" });
  const attempt = await sendOne();
  expect(attempt).toMatchObject({ state: "failed", result: "failed" });
  expect(attempt.raw).toContain("Cr\\u00e9dit \\u00e9puis\\u00e9 \\u20a60");
  expect([attempt.upstream_id, attempt.amount, attempt.balance_before, attempt.balance_after]).not.toContain(
    null,
  );
});
