import { type SQL, sql } from "drizzle-orm";
import { afterAll, afterEach, expect, test } from "vitest";
import { connect } from "#db/client";
import { openTestProxy } from "#db/testing/test-proxy";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { fingerprintDatabase } from "#lib/testing/fingerprint-database";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import type { PurchaseResponse } from "#lib/upstream/purchase-response";
import type { Claim } from "./claim-purchase.ts";
import { recordResponse } from "./record-response.ts";
import { settleByResponse } from "./settle-by-response.ts";
import { claimNext } from "./testing/claim-next.ts";

const at = await openScene();
const buyer = await at.reseller();
let sent = 0;
let ids = 0;
const door = await openTestProxy(at.url, (side) => {
  if (side === "client") sent += 1;
  return true;
});
const line = connect(door.url, 1);
afterAll(async () => {
  await line.close();
  door.close();
});
afterEach(async () => {
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

async function claimNew(): Promise<Claim> {
  const input = { ref: crypto.randomUUID(), phone: "08031234567", channel: "web" as const, again: true };
  await placePurchase(buyer.ctx, { ...input, ...at.offered() });
  const claimed = await claimNext(at.system, MAIN_SUPPLIER_ID);
  if (!claimed) throw new Error("Nothing was claimed.");
  return claimed;
}

function respond(result: "successful" | "failed", { cost }: Claim): PurchaseResponse {
  ids += 1;
  const balances = { amount: cost, balanceBefore: 1_000_000n, balanceAfter: 1_000_000n - cost };
  const transaction = { upstreamId: `id ${ids}`, ident: `ident ${ids}`, ...balances, message: "Done." };
  return { result, note: "200", httpStatus: 200, raw: "{}", transaction };
}

const run = (statement: SQL) => at.system.db.execute(statement);

/** Reads the columns of a purchase and its attempt that are equal for equal responses. */
async function readStored({ purchaseId }: Claim) {
  const [row] = await run(sql`
    select p.state, p.settled_by, p.outcome, p.supplier_id, p.charged, p.upstream_id = a.upstream_id as same_id,
      a.result, a.note, a.http_status, a.raw, a.amount, a.balance_before, a.balance_after, a.discrepancy,
      a.answered_at is not null as answered, a.supplier_id as tried_at,
      array(select action || ' ' || before::text || ' ' || after::text from audit
        where subject_id = p.ident and action <> 'purchase.placed' order by id) as audit
    from purchases p join attempts a on a.purchase_id = p.id where p.id = ${purchaseId}`);
  return row;
}

test.each(["successful", "failed"] as const)(
  "stores of a %s response in one statement what the steps store",
  async (result) => {
    const [one, other] = [await claimNew(), await claimNew()];
    await recordResponse({ ...at.system, db: line.db }, one, respond(result, one));
    sent = 0;
    await recordResponse({ ...at.system, db: line.db }, other, respond(result, other));
    // The text is already prepared: its values are sent at once.
    expect(sent).toBe(1);
    const slow = await claimNew();
    await run(sql`update supplier_sending set backoff_seconds = 1`);
    await recordResponse(at.system, slow, respond(result, slow));
    const stored = await readStored(other);
    expect(stored).toMatchObject({
      ...{ state: result, result, settled_by: "answer", answered: true, same_id: true },
    });
    expect(stored).toEqual(await readStored(slow));
  },
);

test.each<[string, (claim: Claim, response: PurchaseResponse) => SQL]>([
  ["sending is stopped", () => sql`update supplier_sending set stopped = true, probe_at = now()`],
  ["the next attempt is delayed", () => sql`update supplier_sending set backoff_seconds = 1`],
  [
    "another purchase has its transaction",
    ({ attemptId }, { transaction }) => sql`
      update attempts set upstream_id = ${transaction?.upstreamId}, supplier_id = ${MAIN_SUPPLIER_ID}
      where id = (select max(id) from attempts where id < ${attemptId})`,
  ],
  [
    "its attempt has a response",
    ({ attemptId }) => sql`update attempts set answered_at = now() where id = ${attemptId}`,
  ],
])("changes nothing while %s", async (_case, prepare) => {
  await recordResponse(at.system, await claimNew(), { result: "unconfirmed", note: "time-out" });
  const claimed = await claimNew();
  const response = respond("successful", claimed);
  await run(prepare(claimed, response));
  const before = await fingerprintDatabase(at.system, []);
  expect(await settleByResponse(at.system, claimed, response)).toBe(false);
  expect(await fingerprintDatabase(at.system, [])).toBe(before);
  await run(sql`update attempts set answered_at = null where id = ${claimed.attemptId}`);
  await recordResponse(at.system, claimed, response);
  await run(sql`update supplier_sending set stopped = false, probe_at = null, backoff_seconds = 0`);
});

test("changes nothing by the attempt of another purchase", async () => {
  const [one, other] = [await claimNew(), await claimNew()];
  const mixed = { ...one, attemptId: other.attemptId };
  const before = await fingerprintDatabase(at.system, []);
  expect(await settleByResponse(at.system, mixed, respond("successful", one))).toBe(false);
  await recordResponse(at.system, mixed, respond("successful", one));
  await recordResponse(at.system, mixed, { result: "unconfirmed", note: "time-out" });
  expect(await fingerprintDatabase(at.system, [])).toBe(before);
  for (const claim of [one, other]) await recordResponse(at.system, claim, respond("successful", claim));
});

test("leaves an answer that comes after the purchase was settled to the steps", async () => {
  const claimed = await claimNew();
  await recordResponse(at.system, claimed, respond("successful", claimed));
  await run(sql`update attempts set answered_at = null where id = ${claimed.attemptId}`);
  const before = await fingerprintDatabase(at.system, []);
  expect(await settleByResponse(at.system, claimed, respond("failed", claimed))).toBe(false);
  expect(await fingerprintDatabase(at.system, [])).toBe(before);
});
