import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unlessWaiting } from "#lib/audit/second-admin";
import type { Ctx } from "#lib/core/context";
import { approveFunding } from "#lib/funding/decide-funding";
import { requestFunding } from "#lib/funding/request-funding";
import { credit } from "#lib/ledger/adjust";
import { reverseEntry } from "#lib/ledger/reverse-entry";
import { assignMoney } from "#lib/payment/decide-money";
import { recordMoney } from "#lib/payment/record-money";
import { everything } from "#lib/testing/everything";
import { type Scene, scene } from "#lib/testing/scene";
import { creditedAlready } from "./credited-already.ts";
import { suggestedMatches } from "./matches.ts";
import { alike, payerOf } from "./payer.ts";

let at: Scene;
let ada: Ctx;
let made = 0;
beforeAll(async () => {
  at = await scene();
  ada = await at.admin();
});
afterAll(() => at.close());

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** Money in suspense, paid so many hours ago: its number. */
async function money({ gross = 250_000n, hoursAgo = 0, paidAt = ago(hoursAgo), reference = "", raw = {} }) {
  made += 1;
  await recordMoney(at.system, "paystack", {
    ...{ transaction: `tx-${made}`, reference: reference || null, way: null, account: null },
    ...{ raw: JSON.stringify(raw), gross, fee: 3_750n, currency: "NGN" },
    paidAt,
  });
  const [row] = await at.system.db.execute<{ id: string }>(
    sql`select max(id) as id from provider_transactions`,
  );
  return Number(row?.id);
}
const told = (ctx: Ctx, amount: string, bankReference: string) => {
  made += 1;
  return requestFunding(ctx, { ref: `m${made}`, amount, bankReference });
};
const whose = async (id: number) =>
  ((await suggestedMatches(ada)).whose.get(id) ?? []).map(({ reseller, why }) => ({ id: reseller.id, why }));

test("money is likest to whom names its reference, then to whom told of the amount; a chance is no match", async () => {
  const [one, other, third] = [await at.reseller(), await at.reseller(), await at.reseller()];
  const asked = await told(one.ctx, "7,310.00", "TRF/88-12 Zenith");
  await told(other.ctx, "7,310.00", "something else");
  await told(third.ctx, "7,311.00", "another thing");
  const id = await money({ gross: 731_000n, hoursAgo: 3, reference: "trf8812zenith" });
  expect(await whose(id)).toEqual([
    {
      id: one.id,
      why: [
        "the same reference, “TRF/88-12 Zenith”",
        "told of the same amount",
        "told 3 hours after it was paid",
      ],
    },
    { id: other.id, why: ["told of the same amount", "told 3 hours after it was paid"] },
  ]);
  expect((await suggestedMatches(ada)).money.get(asked)).toMatchObject([{ paid: "NGN 7,310.00" }]);

  const old = await money({ gross: 731_000n, hoursAgo: 24 * 9, reference: "x" });
  expect((await whose(old)).map((match) => match.id)).toEqual([]);
});

test("a payer is known by e-mail and name in whatever shape a provider says them, and by a payment that was begun", async () => {
  const { id, ctx } = await at.reseller();
  await at.system.db.execute(sql`update accounts set name = 'Ngozi Okafor Data' where id = ${id}`);
  const email = ctx.actor.kind === "reseller" ? ctx.actor.email : "";
  const byName = await money({ gross: 61_100n, raw: { authorization: { sender_name: "OKAFOR NGOZI P." } } });
  const byMail = await money({
    gross: 61_200n,
    raw: { data: [{ customer: { email: email.toUpperCase() } }] },
  });
  expect(await whose(byName)).toEqual([{ id, why: ["the payer is called like them"] }]);
  expect(await whose(byMail)).toEqual([{ id, why: ["the payer’s e-mail is theirs"] }]);

  const paidAt = new Date();
  await at.system.db.execute(sql`
    insert into payments (reference, purpose, reseller_id, ref, provider, amount, currency, fee_bearer, started_at, expires_at)
    values ('P-begun', 'wallet', ${id}, 'b1', 'paystack', 98700, 'NGN', 'reseller', ${new Date(paidAt.getTime() - 600_000).toISOString()}, now())`);
  const begun = await money({ gross: 98_700n, paidAt });
  expect(await whose(begun)).toEqual([{ id, why: ["began a payment of the same amount 10 minutes before"] }]);
  await assignMoney(ada, { id: begun, email, reason: "theirs" });
  expect(await whose(begun)).toEqual([]);
});

test("to look at matches changes nothing, and only admins do", async () => {
  const before = await everything(at.system, []);
  await suggestedMatches(ada);
  expect(await everything(at.system, [])).toBe(before);
  const { ctx } = await at.reseller();
  await expect(suggestedMatches(ctx)).rejects.toMatchObject({ code: "not_found" });
  await expect(creditedAlready(ctx, [1])).rejects.toMatchObject({ code: "not_found" });
});

test("a payment that came into the wallet by another way is seen before it is added again", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  const [asked, different] = [await told(ctx, "4,400.00", "TRF aaa"), await told(ctx, "4,401.00", "TRF bbb")];
  expect(await creditedAlready(ada, [asked])).toEqual(new Map());
  const by = { resellerId: id, amount: 440_000n, reason: "seen at the bank" };
  const { journalId } = unlessWaiting(await credit(ada, by));
  const found = await creditedAlready(ada, [asked, different]);
  expect([...found.keys()]).toEqual([asked]);
  expect(found.get(asked)).toMatchObject({ kind: "credit" });
  await reverseEntry(ada, { journalId, reason: "a slip" });
  expect(await creditedAlready(ada, [asked])).toEqual(new Map());
  await approveFunding(ada, { id: asked, reason: "seen at the bank" });
  const again = await told(ctx, "4,400.00", "TRF ccc");
  expect(await creditedAlready(ada, [again])).toEqual(new Map());
});

test("names are alike by two words or all of them, and what is no answer has no payer", () => {
  expect(alike("ADA OBI", "Obi Ada")).toBe(true);
  expect(alike("Ada", "ada")).toBe(true);
  expect(alike("Ada Obi", "Ada Eze")).toBe(false);
  expect(alike("", "")).toBe(false);
  for (const raw of ["", "no json", "null", "[[[[[[[[[[[[{}]]]]]]]]]]]]", '{"name": 5}'])
    expect(payerOf(raw)).toEqual({ emails: new Set(), names: new Set() });
  expect(payerOf(JSON.stringify({ meta: { originatorname: "Ada Obi" }, bankname: "Zenith" })).names).toEqual(
    new Set(["ada obi"]),
  );
});
