import { expect, test } from "vitest";
import { PortalError } from "#lib/core/error";
import { fundingList } from "#lib/funding/funding-list";
import { requestFunding } from "#lib/funding/request-funding";
import { approveFunding, rejectFunding } from "#lib/funding/review-funding";
import { deliveryIssueList } from "#lib/issue/delivery-issue-list";
import { checkLedger } from "#lib/ledger/check-ledger";
import { getWallet } from "#lib/ledger/wallet";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import { openScene } from "#lib/testing/open-scene";
import { runPerRow } from "./run-per-row.ts";

const at = await openScene();

test("returns a result for each row, and runs each once", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  const [ada, ben] = [await at.admin(), await at.admin()];
  const ask = (ref: string, amount: string) =>
    requestFunding(ctx, { ref, amount, bankReference: `TRF ${ref}` });
  const [first, large, late] = [
    await ask("a", "2,500.00"),
    await ask("b", "2,000,000.00"),
    await ask("c", "70.00"),
  ];
  await rejectFunding(ben, { id: late, reason: "not at the bank" });
  const rows = [first, large, late, 999_999, first].map(String);
  const approve = () =>
    runPerRow(rows, (name) => approveFunding(ada, { id: Number(name), reason: "seen at the bank" }));

  const answers = await approve();
  expect(answers.message).toBe("1 done, 1 awaiting approval, 2 not possible.");
  expect(answers.rows[first]).toEqual({ came: "done" });
  expect(answers.rows[large]).toEqual({ came: "waits" });
  expect(answers.rows[late]).toMatchObject({
    explanation: expect.stringMatching(/^Admin \d+ .*“not at the bank”/),
  });
  expect(answers.rows[999_999]).toMatchObject({ came: "not_possible" });
  expect((await approve()).message).toBe("4 not possible.");
  expect((await getWallet(ada, { resellerId: id })).wallet).toBe(250_000n);
  expect(await checkLedger(at.system)).toMatchObject({ ok: true });
});

test("selects rows by their names, in the list's order, for permitted readers", async () => {
  const { ctx } = await at.reseller("affiliate");
  const ada = await at.admin();
  const idents: string[] = [];
  for (const n of [0, 1]) {
    const order = { ref: `r${n}`, phone: "08031234567", channel: "api" as const, again: true };
    const { purchase } = await placePurchase(ctx, { ...order, ...at.offered() });
    idents.push(purchase.ident);
  }
  const purchases = await adminPurchaseList.byKeys(ada, [...idents, "DT0", "'"]);
  expect(purchases.map(({ ident }) => ident)).toEqual(idents.toReversed());
  expect(await deliveryIssueList.byKeys(ada, idents, { state: "all" })).toEqual([]);
  expect(await fundingList.byKeys(ada, ["", "x", "1.5", "99999999999999999999"])).toEqual([]);
  await expect(adminPurchaseList.byKeys(ctx, idents)).rejects.toMatchObject({ code: "not_found" });
});

test("continues after an error in one row, and stops when the database is unavailable", async () => {
  const tried: string[] = [];
  const away = Object.assign(new Error("gone"), { code: "CONNECTION_CLOSED" });
  const answers = await runPerRow(["a 3", "b 1", "c", "d"], async (name, version) => {
    tried.push(`${name}${version}`);
    if (name === "a") throw new Error("a secret of the database");
    if (name === "b") throw new PortalError("invalid", "Look.", { fields: { hours: ["At most 336."] } });
    if (name === "c") throw away;
  });
  expect(tried).toEqual(["a3", "b1", "c"]);
  expect(answers.message).toBe("1 not possible, 3 failed.");
  expect(JSON.stringify(answers)).not.toContain("secret");
  expect(answers.rows.b).toEqual({ came: "not_possible", explanation: "At most 336." });
  expect(answers.rows.d?.explanation).toMatch(/^Not attempted\. /);
});
