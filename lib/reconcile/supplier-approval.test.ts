import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { choosePasswordByLink, getPasswordLinkStatus } from "#lib/account/password/choose-password-by-link";
import { createResellerPasswordLink } from "#lib/account/password/password-link";
import { createToken } from "#lib/account/token/create-token";
import { resetTwoFactor } from "#lib/account/two-factor/reset-two-factor";
import { isPendingApproval } from "#lib/audit/approval-request";
import { approvalSettings } from "#lib/audit/approval-settings";
import { changeSupplier } from "#lib/supplier/save-supplier";
import { insertSupplier } from "#lib/supplier/testing/second-supplier";
import { turnSupplierOff, turnSupplierOn } from "#lib/supplier/turn-supplier";
import { approveRequest } from "#lib/testing/approve-request";
import { openScene } from "#lib/testing/open-scene";
import { storeSettings } from "#lib/testing/store-settings";
import { rejectRequest } from "./admin/reject-request.ts";

const at = await openScene();
const [ada, ben] = [await at.admin(), await at.admin()];
const reason = "as agreed on the phone";

const read = async (id: number) => {
  const [row] = await at.system.db.execute<{
    name: string;
    version: number;
    enabled: boolean;
    rank: number;
    low_balance: string;
  }>(sql`select name, version, enabled, rank, low_balance from suppliers where id = ${id}`);
  if (!row) throw new Error(`no supplier ${id}`);
  return row;
};

async function requestOf(done: unknown): Promise<{ id: number }> {
  const waiting = await done;
  if (!isPendingApproval(waiting)) throw new Error("It did not wait for approval.");
  return { id: waiting.approvalRequest };
}

test("turns a supplier on only after a second owner approves, and off at once", async () => {
  const id = await insertSupplier(at.system);
  const { version } = await read(id);
  const request = await requestOf(turnSupplierOn(ada, { id, version, reason }));
  expect((await read(id)).enabled).toBe(false);
  await expect(approveRequest(ada, request)).rejects.toMatchObject({ code: "forbidden" });
  await approveRequest(ben, request);
  const on = await read(id);
  expect(on.enabled).toBe(true);
  await turnSupplierOff(ada, { id, version: on.version, reason });
  expect((await read(id)).enabled).toBe(false);
});

test("doesn't turn on what changed since the request", async () => {
  const id = await insertSupplier(at.system);
  const { version, name, rank } = await read(id);
  const request = await requestOf(turnSupplierOn(ada, { id, version, reason }));
  await changeSupplier(ada, { id, version, name, rank: rank + 1, lowBalance: "1", reason });
  await expect(approveRequest(ben, request)).rejects.toMatchObject({ code: "conflict" });
  expect((await read(id)).enabled).toBe(false);
});

test("changes the order of a supplier that is on only after a second owner approves", async () => {
  const { name, version, rank, low_balance } = await read(1);
  const usage = { id: 1, version, name, lowBalance: BigInt(low_balance), reason };
  await expect(changeSupplier(ada, { ...usage, name: "Other", rank: rank + 5 })).rejects.toMatchObject({
    code: "invalid",
    fields: { rank: expect.any(Array) },
  });
  const request = await requestOf(changeSupplier(ada, { ...usage, rank: rank + 5 }));
  expect((await read(1)).rank).toBe(rank);
  await approveRequest(ben, request);
  expect((await read(1)).rank).toBe(rank + 5);
});

test("resets the two-factor sign-in of a large wallet only after a second owner approves", async () => {
  await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 500000n });
  const [poor, rich] = [await at.reseller("api", 100n), await at.reseller("api", 500_001n)];
  const isOn = (id: number) =>
    at.system.db
      .execute(sql`select from second_factors where account_id = ${id} and secret is not null`)
      .then((rows) => rows.length > 0);
  for (const { id } of [poor, rich])
    await at.system.db.execute(
      sql`insert into second_factors (account_id, secret, enabled_at) values (${id}, 'sealed', now())`,
    );
  await resetTwoFactor(ada, { resellerId: poor.id, reason });
  expect(await isOn(poor.id)).toBe(false);
  const request = await requestOf(resetTwoFactor(ada, { resellerId: rich.id, reason }));
  expect(await isOn(rich.id)).toBe(true);
  await approveRequest(ben, request);
  expect(await isOn(rich.id)).toBe(false);
});

test("lets a password link of a large wallet work only after a second owner approves", async () => {
  await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 500000n });
  const { id: resellerId } = await at.reseller("api", 500_001n);
  const link = await createResellerPasswordLink(await at.admin(), { resellerId, reason });
  const request = await requestOf(link);
  const visitor = { ...at.system, actor: { kind: "visitor" } } as const;
  expect(await getPasswordLinkStatus(visitor, link)).toEqual({ state: "unapproved" });
  const choice = { secret: link.secret, password: "green boat on the hill" };
  await expect(choosePasswordByLink(visitor, choice)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("awaits approval"),
  });
  await approveRequest(ben, request);
  expect(await getPasswordLinkStatus(visitor, link)).toMatchObject({ state: "valid" });
});

test("shows a password link whose approval was rejected like an expired one", async () => {
  await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 500000n });
  const { id: resellerId } = await at.reseller("api", 500_001n);
  const link = await createResellerPasswordLink(await at.admin(), { resellerId, reason });
  await rejectRequest(ben, { ...(await requestOf(link)), reason });
  const visitor = { ...at.system, actor: { kind: "visitor" } } as const;
  expect(await getPasswordLinkStatus(visitor, link)).toEqual({ state: "over" });
});

test("bounds the wallets that one admin opens in a day", async () => {
  await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 500000n });
  const thief = await at.admin();
  const done = [];
  for (const wallet of [200_000n, 200_000n, 200_000n, 100_000n]) {
    const { id: resellerId } = await at.reseller("api", wallet);
    done.push(isPendingApproval(await createResellerPasswordLink(thief, { resellerId, reason })));
  }
  expect(done).toEqual([false, false, true, false]);
});

test("creates no token by an admin below level api", async () => {
  const { id: resellerId } = await at.reseller("affiliate", 0n);
  await expect(createToken(ada, { resellerId, name: "Site", reason })).rejects.toMatchObject({
    code: "forbidden",
  });
});
