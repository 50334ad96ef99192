import { expect, test } from "vitest";
import { closeAdmin, createAdmin, findRoleByName, listAdmins } from "#lib/account/admins";
import { finishSignIn } from "#lib/account/session/finish-sign-in";
import { readSession } from "#lib/account/session/read-session";
import { signIn } from "#lib/account/session/sign-in";
import { openAccountScene } from "#lib/account/testing/account-scene";
import { signInWithoutCode, TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { enrolTwoFactor } from "#lib/account/testing/test-two-factor";
import { requireNoApproval } from "#lib/audit/approval-request";
import { giveRole } from "./give-role.ts";
import { listRoles, removeRole, saveRole } from "./roles.ts";

const { db, openTestSession, visitor } = await openAccountScene();

const reason = "as agreed on the phone";
let made = 0;

/** Adds an admin with a role and a confirmed session. */
async function member(role = "Owner") {
  made += 1;
  const email = `member${made}@kiosk.test`;
  const { id } = await createAdmin(db.systemCtx, {
    email,
    name: `Member ${made}`,
    password: TEST_PASSWORD,
    role,
  });
  const { ctx, secret } = await openTestSession(email);
  await db.sql`update sessions set confirmed_at = now() + interval '1 day' where account_id = ${id}`;
  return { id, email, ctx, secret };
}

const role = async (name: string) => (await findRoleByName(db.systemCtx, name)).id;

test("applies a given role from the next request, in open sessions", async () => {
  const [owner, other] = [await member(), await member("Support")];
  const now = async () => (await readSession(visitor(), other.secret))?.actor;
  expect(await now()).toMatchObject({ permissions: ["see", "answer"] });
  await giveRole(owner.ctx, { id: other.id, roleId: await role("catalogue"), version: 1, reason });
  expect(await now()).toMatchObject({ permissions: ["see", "prices"] });
  const late = giveRole(owner.ctx, { id: other.id, roleId: await role("owner"), version: 1, reason });
  await expect(late).rejects.toMatchObject({
    code: "conflict",
    facts: { changed: { action: "admin.role" } },
  });
});

test("applies a changed role at once to its admins, and keeps a role in use", async () => {
  const owner = await member();
  const id = requireNoApproval(await saveRole(owner.ctx, { name: "Night", permissions: ["answer"], reason }));
  const nightAdmin = await member("night");
  await saveRole(owner.ctx, {
    id,
    version: 1,
    name: "Night shift",
    permissions: ["export", "system"],
    reason,
  });
  const session = await readSession(visitor(), nightAdmin.secret);
  expect(session).toMatchObject({
    staffRole: "Night shift",
    actor: { permissions: ["see", "system", "export"] },
  });
  const gone = { id, version: 2, reason };
  await expect(removeRole(owner.ctx, gone)).rejects.toThrow(/has this role/);
  await closeAdmin(owner.ctx, { id: nightAdmin.id, reason });
  await removeRole(owner.ctx, gone);
  expect((await listRoles(owner.ctx)).map(({ name }) => name)).not.toContain("Night shift");
  await expect(giveRole(owner.ctx, { id: owner.id, roleId: id, reason })).rejects.toThrow();
});

test("prevents an admin from changing their own role or granting staff permission, even by SQL", async () => {
  const [owner, support] = [await member(), await member("Support")];
  const raise = { roleId: await role("owner"), reason };
  await expect(giveRole(owner.ctx, { id: owner.id, ...raise })).rejects.toMatchObject({ code: "conflict" });
  await expect(giveRole(support.ctx, { id: support.id, ...raise })).rejects.toMatchObject({
    code: "forbidden",
  });
  const ownRoleChange = saveRole(owner.ctx, { name: "Deputy", permissions: ["staff" as never], reason });
  await expect(ownRoleChange).rejects.toThrow();
  await expect(db.sql`update staff set granted_by = id where id = ${owner.id}`).rejects.toThrow(
    /staff_not_self_granted/,
  );
  await expect(
    db.sql`insert into staff_roles (name, permissions) values ('Deputy', '{see,staff}')`,
  ).rejects.toThrow(/staff_roles_staff/);
  await expect(
    db.sql`update staff_roles set permissions = '{see,money}' where built_in = 'support'`,
  ).rejects.toThrow(/append-only/);
});

test("keeps one of two owners who take each other's role at the same moment, and always the last", async () => {
  const [first, second] = [await member(), await member()];
  for (const { id } of await listAdmins(db.systemCtx))
    if (id !== first.id && id !== second.id)
      await db.sql`update staff set role_id = ${await role("support")}, granted_by = null where id = ${id}`;
  const support = await role("support");
  const results = await Promise.allSettled([
    giveRole(first.ctx, { id: second.id, roleId: support, reason }),
    giveRole(second.ctx, { id: first.id, roleId: support, reason }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [last] = (await listAdmins(db.systemCtx)).filter((admin) => admin.role?.name === "Owner");
  const lose = giveRole(db.systemCtx, { id: last?.id ?? 0, roleId: support, reason });
  await expect(lose).rejects.toMatchObject({
    code: "conflict",
    message: /The portal needs an owner who can sign in/,
  });
  for (const change of [
    db.sql`update accounts set closed_at = now() where id = ${last?.id ?? 0}`,
    db.sql`delete from staff where id = ${last?.id ?? 0}`,
  ])
    await expect(change).rejects.toThrow("an owner stays");
});

test("grants nothing to an admin of a version without roles until the operator gives one", async () => {
  const { id, ctx: _, email } = await member("Support");
  await db.sql`delete from staff where id = ${id}`;
  const { ctx } = await openTestSession(email);
  await expect(listAdmins(ctx)).rejects.toMatchObject({ code: "forbidden", facts: { permission: "see" } });
  await giveRole(db.systemCtx, { id, roleId: await role("owner"), reason });
  expect(await listAdmins((await openTestSession(email)).ctx)).not.toEqual([]);
});

test("records a wrong password or code of an admin, without its value", async () => {
  const { id, email, ctx } = await member("Support");
  await enrolTwoFactor(db, ctx);
  const someone = visitor("203.0.113.9");
  const rejected = () =>
    db.sql`select actor, address, after from audit where action = 'session.rejected' and subject_id = ${String(id)}`;
  const once = { actor: "visitor", address: "203.0.113.9", after: null };
  const wrong = signInWithoutCode(someone, { email, password: "not the password" });
  await expect(wrong).rejects.toMatchObject({ code: "invalid" });
  await expect.poll(rejected).toEqual([once]);
  const { half } = await signIn(someone, { email, password: TEST_PASSWORD });
  const guess = finishSignIn(someone, { half: half ?? "", oneTimeCode: "000000" });
  await expect(guess).rejects.toMatchObject({ code: "invalid" });
  await expect.poll(rejected).toEqual([once, once]);
});
