import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { requireNoApproval } from "#lib/audit/approval-request";
import type { Ctx } from "#lib/core/context";
import { requestFunding } from "#lib/funding/request-funding";
import { approveFunding } from "#lib/funding/review-funding";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { reverseEntry } from "#lib/ledger/reverse-entry";
import { assignSuspense } from "#lib/payment/suspense/resolve-suspense";
import { recordProviderTransaction } from "#lib/payment/transaction/record-provider-transaction";
import { fingerprintDatabase } from "#lib/testing/fingerprint-database";
import { openScene } from "#lib/testing/open-scene";
import { findEarlierCredits } from "./find-earlier-credits.ts";
import { isSameName, readPayer } from "./read-payer.ts";
import { suggestMatches } from "./suggest-matches.ts";

let made = 0;
const at = await openScene();
const ada = await at.admin();

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** Adds money in suspense, paid `hoursAgo`. @returns its id. */
async function money({ gross = 250_000n, hoursAgo = 0, paidAt = ago(hoursAgo), reference = "", raw = {} }) {
  made += 1;
  await recordProviderTransaction(at.system, "paystack", {
    transaction: `tx-${made}`,
    reference: reference || null,
    method: null,
    account: null,
    raw: JSON.stringify(raw),
    gross,
    fee: 3_750n,
    currency: "NGN",
    paidAt,
  });
  const [row] = await at.system.db.execute<{ id: string }>(
    sql`select max(id) as id from provider_transactions`,
  );
  return Number(row?.id);
}
const reportPayment = (ctx: Ctx, amount: string, bankReference: string) => {
  made += 1;
  return requestFunding(ctx, { ref: `m${made}`, amount, bankReference });
};
const listMatches = async (id: number) =>
  ((await suggestMatches(ada)).whose.get(id) ?? []).map(({ reseller, reasons }) => ({
    id: reseller.id,
    reasons,
  }));

test("ranks a reseller with the same reference before one with the same amount, and ignores chance", async () => {
  const [first, second, third] = [await at.reseller(), await at.reseller(), await at.reseller()];
  const request = await reportPayment(first.ctx, "7,310.00", "TRF/88-12 Zenith");
  await reportPayment(second.ctx, "7,310.00", "something else");
  await reportPayment(third.ctx, "7,311.00", "another thing");
  const id = await money({ gross: 731_000n, hoursAgo: 3, reference: "trf8812zenith" });
  expect(await listMatches(id)).toEqual([
    {
      id: first.id,
      reasons: [
        "the same reference, “TRF/88-12 Zenith”",
        "reported the same amount",
        "reported 3 hours after it was paid",
      ],
    },
    { id: second.id, reasons: ["reported the same amount", "reported 3 hours after it was paid"] },
  ]);
  expect((await suggestMatches(ada)).money.get(request)).toMatchObject([{ paid: "₦7,310" }]);

  const old = await money({ gross: 731_000n, hoursAgo: 24 * 9, reference: "x" });
  expect((await listMatches(old)).map((match) => match.id)).toEqual([]);
});

test("matches a payer by email and name in any provider's format, and by a begun payment", async () => {
  const { id, ctx } = await at.reseller();
  await at.system.db.execute(sql`update accounts set name = 'Ngozi Okafor Data' where id = ${id}`);
  const email = ctx.actor.kind === "reseller" ? ctx.actor.email : "";
  const byName = await money({ gross: 61_100n, raw: { authorization: { sender_name: "OKAFOR NGOZI P." } } });
  const byEmail = await money({
    gross: 61_200n,
    raw: { data: [{ customer: { email: email.toUpperCase() } }] },
  });
  expect(await listMatches(byName)).toEqual([{ id, reasons: ["the payer has the same name"] }]);
  expect(await listMatches(byEmail)).toEqual([{ id, reasons: ["the payer has the same email"] }]);

  const paidAt = new Date();
  await at.system.db.execute(sql`
    insert into payments (reference, purpose, reseller_id, ref, provider, amount, currency, fee_bearer, started_at, expires_at)
    values ('P-begun', 'wallet', ${id}, 'b1', 'paystack', 98700, 'NGN', 'reseller', ${new Date(paidAt.getTime() - 600_000).toISOString()}, now())`);
  const begun = await money({ gross: 98_700n, paidAt });
  expect(await listMatches(begun)).toEqual([
    { id, reasons: ["began a payment of the same amount 10 minutes before"] },
  ]);
  await assignSuspense(ada, { id: begun, email, reason: "theirs" });
  expect(await listMatches(begun)).toEqual([]);
});

test("reads matches without changes, for admins only", async () => {
  const before = await fingerprintDatabase(at.system, []);
  await suggestMatches(ada);
  expect(await fingerprintDatabase(at.system, [])).toBe(before);
  const { ctx } = await at.reseller();
  await expect(suggestMatches(ctx)).rejects.toMatchObject({ code: "not_found" });
  await expect(findEarlierCredits(ctx, [1])).rejects.toMatchObject({ code: "not_found" });
});

test("shows a payment that was already credited in another way", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  const [same, different] = [
    await reportPayment(ctx, "4,400.00", "TRF aaa"),
    await reportPayment(ctx, "4,401.00", "TRF bbb"),
  ];
  expect(await findEarlierCredits(ada, [same])).toEqual(new Map());
  const by = { resellerId: id, amount: 440_000n, reason: "seen at the bank" };
  const { journalId } = requireNoApproval(await postCredit(ada, by));
  const credits = await findEarlierCredits(ada, [same, different]);
  expect([...credits.keys()]).toEqual([same]);
  expect(credits.get(same)).toMatchObject({ kind: "credit" });
  await reverseEntry(ada, { journalId, reason: "a slip" });
  expect(await findEarlierCredits(ada, [same])).toEqual(new Map());
  await approveFunding(ada, { id: same, reason: "seen at the bank" });
  const again = await reportPayment(ctx, "4,400.00", "TRF ccc");
  expect(await findEarlierCredits(ada, [again])).toEqual(new Map());
});

test("matches names by two words or all of them, and reads no payer from invalid JSON", () => {
  expect(isSameName("ADA OBI", "Obi Ada")).toBe(true);
  expect(isSameName("Ada", "ada")).toBe(true);
  expect(isSameName("Ada Obi", "Ada Eze")).toBe(false);
  expect(isSameName("", "")).toBe(false);
  for (const raw of ["", "no json", "null", "[[[[[[[[[[[[{}]]]]]]]]]]]]", '{"name": 5}'])
    expect(readPayer(raw)).toEqual({ emails: new Set(), names: new Set() });
  expect(
    readPayer(JSON.stringify({ meta: { originatorname: "Ada Obi" }, bankname: "Zenith" })).names,
  ).toEqual(new Set(["ada obi"]));
});
