import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { closeAdmin, findOwnAwaitedRole, findRoleByName, inviteAdmin, listAdmins } from "#lib/account/admins";
import { giveRole } from "#lib/account/staff/give-role";
import { listRoles, saveRole } from "#lib/account/staff/roles";
import { isPendingApproval, requireNoApproval } from "#lib/audit/approval-request";
import type { Ctx } from "#lib/core/context";
import type { Permission } from "#lib/core/permission";
import { approveRequest } from "#lib/testing/approve-request";
import { openScene } from "#lib/testing/open-scene";
import { scene } from "#lib/testing/scene";
import { approvalRequestList } from "./admin/approval-request-list.ts";
import { rejectRequest } from "./admin/reject-request.ts";

let made = 0;
const reason = "as agreed on the phone";

const at = await openScene();
const [ada, ben] = [await at.admin(), await at.admin()];
beforeEach(() =>
  at.system.db.execute(sql`update approval_requests set ended_at = now() where ended_at is null`),
);

const role = async (name: string) => (await findRoleByName(at.system, name)).id;
const idOf = ({ actor }: Ctx) => (actor.kind === "admin" ? actor.id : 0);

/** An established admin with a role. */
async function member(name: string) {
  const id = idOf(await at.admin());
  if (name === "Owner") return { id, version: 1 };
  await giveRole(at.system, { id, roleId: await role(name), reason });
  return { id, version: 2 };
}

async function has(id: number) {
  const admin = (await listAdmins(ada)).find((row) => row.id === id);
  return { role: admin?.role?.name ?? null, waits: admin?.waits };
}

async function approvalRequestOf(done: Promise<unknown>): Promise<{ id: number }> {
  const waiting = await done;
  if (!isPendingApproval(waiting)) throw new Error("It did not wait.");
  return { id: waiting.approvalRequest };
}

test.each([
  ["Support", "Finance"],
  ["Catalogue", "Owner"],
  ["Finance", "Owner"],
  ["Finance", "Support"],
  ["Support", "Catalogue"],
])("a role that redirects money, goods or data waits for another owner: %s to %s", async (from, to) => {
  const { id, version } = await member(from);
  const approvalRequest = await approvalRequestOf(
    giveRole(ada, { id, version, roleId: await role(to), reason }),
  );
  expect(await has(id)).toEqual({ role: from, waits: to });
  expect((await approvalRequestList.page(ben)).rows).toMatchObject([
    {
      ...approvalRequest,
      change: { change: "role", before: { role: from }, after: { role: to } },
      whose: /^Admin/,
    },
  ]);
  await expect(approveRequest(ada, approvalRequest)).rejects.toMatchObject({ code: "forbidden" });
  await approveRequest(ben, approvalRequest);
  expect(await has(id)).toEqual({ role: to, waits: null });
  await expect(approveRequest(ben, approvalRequest)).rejects.toMatchObject({ code: "conflict" });
});

test.each([
  ["Owner", "Finance"],
  ["Owner", "Support"],
])("one that adds no such permission is at once: %s to %s", async (from, to) => {
  const { id, version } = await member(from);
  expect(await giveRole(ada, { id, version, roleId: await role(to), reason })).toBeUndefined();
  expect(await has(id)).toEqual({ role: to, waits: null });
});

test("only owners who gave their password confirm a role, and not one that changed meanwhile", async () => {
  const { id, version } = await member("Support");
  const approvalRequest = await approvalRequestOf(
    giveRole(ada, { id, version, roleId: await role("Finance"), reason }),
  );
  const finance: Ctx = { ...ben, actor: { ...ben.actor, permissions: ["see", "money"] } as Ctx["actor"] };
  await expect(approveRequest(finance, approvalRequest)).rejects.toMatchObject({
    facts: { permission: "staff" },
  });
  const copied: Ctx = { ...ben, actor: { ...ben.actor, sessionId: 0 } as Ctx["actor"] };
  await expect(approveRequest(copied, approvalRequest)).rejects.toHaveProperty("fields.confirmPassword");
  await giveRole(at.system, { id, roleId: await role("Catalogue"), reason: "the other desk" });
  await expect(approveRequest(ben, approvalRequest)).rejects.toThrow(/“the other desk”/);
  expect(await has(id)).toMatchObject({ role: "Catalogue" });
  await rejectRequest(ben, { ...approvalRequest, reason });
});

test("needs approval before a custom role may move money, and changes nothing for its admins until then", async () => {
  made += 1;
  const id = requireNoApproval(
    await saveRole(ada, { name: `Night ${made}`, permissions: ["export"], reason }),
  );
  const save = (version: number, permissions: Permission[]) =>
    saveRole(ada, { id, version, name: `Night ${made}`, permissions, reason });
  const permissions = async () => (await listRoles(ada)).find((row) => row.id === id)?.permissions;
  const approvalRequest = await approvalRequestOf(save(1, ["export", "money"]));
  expect(await permissions()).toEqual(["see", "export"]);
  await expect(approveRequest(ada, approvalRequest)).rejects.toMatchObject({ code: "forbidden" });
  await approveRequest(ben, approvalRequest);
  expect(await permissions()).toEqual(["see", "money", "export"]);
  expect(await save(2, ["money", "system"])).toBe(id);
  expect(await save(3, ["export"])).toBe(id);
  expect(await permissions()).toEqual(["see", "export"]);
});

test("waits for another owner when a role begins to open resellers' accounts", async () => {
  made += 1;
  const name = `Sales ${made}`;
  const id = requireNoApproval(await saveRole(ada, { name, permissions: ["export"], reason }));
  const permissions = ["export", "resellers"] as Permission[];
  const approvalRequest = await approvalRequestOf(
    saveRole(ada, { id, version: 1, name, permissions, reason }),
  );
  await approveRequest(ben, approvalRequest);
  const { id: adminId, version } = await member("Support");
  await approvalRequestOf(giveRole(ada, { id: adminId, version, roleId: id ?? 0, reason }));
});

test("grants an admin added with such a role nothing until another owner approves", async () => {
  made += 1;
  const input = { email: `new-${made}@kiosk.test`, name: "Zainab", reason };
  const { id, waits } = await inviteAdmin(ada, { ...input, roleId: await role("Finance") });
  expect(waits).toBe(true);
  expect(await has(id)).toEqual({ role: null, waits: "Finance" });
  const invited: Ctx = { ...at.system, actor: { ...ada.actor, id } as Ctx["actor"] };
  expect(await findOwnAwaitedRole(invited)).toBe("Finance");
  expect(await findOwnAwaitedRole(ada)).toBeNull();
  const [waiting] = (await approvalRequestList.page(ben)).rows;
  await approveRequest(ben, { id: waiting?.id ?? 0 });
  expect(await has(id)).toEqual({ role: "Finance", waits: null });
  const roleId = requireNoApproval(
    await saveRole(ada, { name: `Reader ${made}`, permissions: ["export"], reason }),
  );
  const reader = { ...input, email: `reader-${made}@kiosk.test`, roleId };
  expect(await inviteAdmin(ada, reader)).toMatchObject({ waits: false });
});

test("closes an account without approval, and ends its pending requests", async () => {
  const { id, version } = await member("Support");
  const approvalRequest = await approvalRequestOf(
    giveRole(ada, { id, version, roleId: await role("Owner"), reason }),
  );
  await closeAdmin(ada, { id, reason });
  expect((await approvalRequestList.page(ben)).rows).toEqual([]);
  await expect(approveRequest(ben, approvalRequest)).rejects.toMatchObject({ code: "conflict" });
});

test("lets the only owner give it without approval, with an audit record, and the operator's command always", async () => {
  const alone = await scene();
  try {
    const only = await alone.admin();
    const { id } = await inviteAdmin(only, {
      email: "zainab@kiosk.test",
      name: "Zainab",
      reason,
      roleId: (await findRoleByName(alone.system, "Finance")).id,
    });
    const records = await alone.system.db.execute(sql`
      select action from audit where subject = 'account' and subject_id = ${String(id)} order by id`);
    expect(records.map(({ action }) => action)).toEqual([
      "admin.created",
      "account.link_issued",
      "second_admin.none",
      "admin.role",
    ]);
    await giveRole(alone.system, { id, roleId: (await findRoleByName(alone.system, "Owner")).id, reason });
    expect((await listAdmins(only)).find((row) => row.id === id)?.role?.name).toBe("Owner");
  } finally {
    await alone.close();
  }
});
