import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { closeAdmin, inviteAdmin } from "#lib/account/admins";
import { auditList } from "#lib/audit/audit-list";
import type { Ctx } from "#lib/core/context";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { modules, NOTIFICATION_KINDS } from "#lib/modules";
import { REASON } from "#lib/testing/action-scene";
import { openScene } from "#lib/testing/open-scene";
import { createNotificationList } from "./notification-list.ts";
import { notifyOwners } from "./notify-owners.ts";

const at = await openScene();
const { page } = createNotificationList(NOTIFICATION_KINDS);
const reseller = await at.reseller();
let [ada, ben]: [Ctx, Ctx] = [await at.admin(), await at.admin()];

beforeEach(async () => {
  [ada, ben] = [await at.admin(), await at.admin()];
  await notifyOwners(at.system, modules);
});

const credit = (ctx: Ctx) => postCredit(ctx, { resellerId: reseller.id, amount: 100n, reason: REASON });
const listNotifications = async (ctx: Ctx) => (await page(ctx, { event: "admin_action" })).rows;

test("names the admin and the action, and leads to its audit record", async () => {
  await credit(ada);
  await notifyOwners(at.system, modules);
  const [notification] = await listNotifications(ben);
  expect(notification).toMatchObject({ title: expect.stringMatching(/^Admin \d+ credited a wallet$/) });
  const [, record] = /^\/admin\/records\/audit\?record=(\d+)$/.exec(notification?.path ?? "") ?? [];
  expect((await auditList.page(ben, { record: Number(record) })).rows).toMatchObject([
    { action: "wallet.credited", reason: REASON },
  ]);
  expect(await listNotifications(ada)).toEqual([]);
});

test("joins repeated actions, and reports each once", async () => {
  for (const _ of [1, 2, 3]) await credit(ada);
  await notifyOwners(at.system, modules);
  await notifyOwners(at.system, modules);
  const notifications = await listNotifications(ben);
  expect(notifications.map(({ title }) => title)).toEqual([
    expect.stringMatching(/credited a wallet: 3 times$/),
  ]);
  await credit(ada);
  await notifyOwners(at.system, modules);
  expect(await listNotifications(ben)).toHaveLength(2);
});

test("reports an action that is committed after a later one", async () => {
  const [slow] = await at.system.db.execute<{ id: string }>(sql`select nextval('audit_id_seq')::text as id`);
  await credit(ada);
  await notifyOwners(at.system, modules);
  await at.system.db.execute(sql`
    insert into audit (id, actor, action, subject, subject_id) overriding system value
    values (${slow?.id}, ${`admin:${ada.actor.kind === "admin" ? ada.actor.id : 0}`}, 'token.issued', 'token', '1')`);
  await notifyOwners(at.system, modules);
  expect((await listNotifications(ben)).map(({ title }) => title)).toEqual([
    expect.stringMatching(/created a token$/),
    expect.stringMatching(/credited a wallet$/),
  ]);
});

test("notifies open owners alone, and not of the operator’s commands", async () => {
  const { id } = await inviteAdmin(at.system, {
    email: "staff@example.com",
    name: "Staff",
    roleId: await findRole("support"),
    reason: REASON,
  });
  const former = await at.admin();
  if (former.actor.kind === "admin") await closeAdmin(at.system, { id: former.actor.id, reason: REASON });
  await credit(at.system);
  await notifyOwners(at.system, modules);
  expect(await listNotifications(ben)).toEqual([]);
  await credit(ada);
  await notifyOwners(at.system, modules);
  expect(await listNotifications(ben)).toHaveLength(1);
  expect(await listNotifications(former)).toEqual([]);
  const [row] = await at.system.db.execute(
    sql`select from notifications where account_id = ${id} and event = 'admin_action'`,
  );
  expect(row).toBeUndefined();
});

async function findRole(name: string): Promise<number> {
  const [role] = await at.system.db.execute<{ id: number }>(
    sql`select id::integer from staff_roles where built_in = ${name}`,
  );
  return role?.id ?? 0;
}
