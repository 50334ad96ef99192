import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#db/testing";
import { unlessWaiting } from "#lib/audit/second-admin";
import { closeAdmin, createAdmin, listAdmins, roleNamed } from "../admins.ts";
import { finishSignIn } from "../session/finish-sign-in.ts";
import { readSession } from "../session/read.ts";
import { signIn } from "../session/sign-in.ts";
import { enter, PASSWORD, signedIn, visitor } from "../testing/people.ts";
import { enrol } from "../testing/two-factor.ts";
import { giveRole } from "./give-role.ts";
import { listRoles, removeRole, saveRole } from "./roles.ts";

const db = await testDatabase();
afterAll(() => db.close());

const reason = "as agreed on the phone";
let made = 0;

/** A new admin with a role, signed in, who has just given their password. */
async function member(role = "Owner") {
  made += 1;
  const email = `member${made}@kiosk.test`;
  const { id } = await createAdmin(db.systemCtx, { email, name: `Member ${made}`, password: PASSWORD, role });
  const { ctx, secret } = await enter(db, email);
  await db.sql`update sessions set confirmed_at = now() + interval '1 day' where account_id = ${id}`;
  return { id, email, ctx, secret };
}

const role = async (name: string) => (await roleNamed(db.systemCtx, name)).id;

test("a role that is given holds from the next request on, in sessions that are open", async () => {
  const [owner, other] = [await member(), await member("Support")];
  const now = async () => (await readSession(visitor(db), other.secret))?.actor;
  expect(await now()).toMatchObject({ permissions: ["see", "answer"] });
  await giveRole(owner.ctx, { id: other.id, roleId: await role("catalogue"), version: 1, reason });
  expect(await now()).toMatchObject({ permissions: ["see", "prices"] });
  const late = giveRole(owner.ctx, { id: other.id, roleId: await role("owner"), version: 1, reason });
  await expect(late).rejects.toMatchObject({
    code: "conflict",
    facts: { changed: { action: "admin.role" } },
  });
});

test("a role that changes holds at once for whoever has it, and one that somebody has is not removed", async () => {
  const owner = await member();
  const id = unlessWaiting(await saveRole(owner.ctx, { name: "Night", permissions: ["answer"], reason }));
  const other = await member("night");
  await saveRole(owner.ctx, {
    id,
    version: 1,
    name: "Night shift",
    permissions: ["export", "system"],
    reason,
  });
  const session = await readSession(visitor(db), other.secret);
  expect(session).toMatchObject({
    staffRole: "Night shift",
    actor: { permissions: ["see", "system", "export"] },
  });
  const gone = { id, version: 2, reason };
  await expect(removeRole(owner.ctx, gone)).rejects.toThrow(/has this role/);
  await closeAdmin(owner.ctx, { id: other.id, reason });
  await removeRole(owner.ctx, gone);
  expect((await listRoles(owner.ctx)).map(({ name }) => name)).not.toContain("Night shift");
  await expect(giveRole(owner.ctx, { id: owner.id, roleId: id, reason })).rejects.toThrow();
});

test("nobody gives themselves a role, nor a role the right to give roles: not even past the verbs", async () => {
  const [owner, support] = [await member(), await member("Support")];
  const raise = { roleId: await role("owner"), reason };
  await expect(giveRole(owner.ctx, { id: owner.id, ...raise })).rejects.toMatchObject({ code: "conflict" });
  await expect(giveRole(support.ctx, { id: support.id, ...raise })).rejects.toMatchObject({
    code: "forbidden",
  });
  const own = saveRole(owner.ctx, { name: "Deputy", permissions: ["staff" as never], reason });
  await expect(own).rejects.toThrow();
  await expect(db.sql`update staff set given_by = id where id = ${owner.id}`).rejects.toThrow(
    /staff_not_by_oneself/,
  );
  await expect(
    db.sql`insert into staff_roles (name, permissions) values ('Deputy', '{see,staff}')`,
  ).rejects.toThrow(/staff_roles_staff/);
  await expect(
    db.sql`update staff_roles set permissions = '{see,money}' where built_in = 'support'`,
  ).rejects.toThrow(/append-only/);
});

test("of owners who take each other's role at the same moment one stays, and the last cannot be lost", async () => {
  const [one, other] = [await member(), await member()];
  for (const { id } of await listAdmins(db.systemCtx))
    if (id !== one.id && id !== other.id)
      await db.sql`update staff set role_id = ${await role("support")}, given_by = null where id = ${id}`;
  const support = await role("support");
  const results = await Promise.allSettled([
    giveRole(one.ctx, { id: other.id, roleId: support, reason }),
    giveRole(other.ctx, { id: one.id, roleId: support, reason }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [last] = (await listAdmins(db.systemCtx)).filter((admin) => admin.role?.name === "Owner");
  const lose = giveRole(db.systemCtx, { id: last?.id ?? 0, roleId: support, reason });
  await expect(lose).rejects.toMatchObject({
    code: "conflict",
    message: /Nobody else could sign in as an owner/,
  });
  for (const change of [
    db.sql`update accounts set closed_at = now() where id = ${last?.id ?? 0}`,
    db.sql`delete from staff where id = ${last?.id ?? 0}`,
  ])
    await expect(change).rejects.toThrow("an owner stays");
});

test("who was added by a version that knew no roles may do nothing until the operator says what", async () => {
  const { id, ctx: _, email } = await member("Support");
  await db.sql`delete from staff where id = ${id}`;
  const { ctx } = await enter(db, email);
  await expect(listAdmins(ctx)).rejects.toMatchObject({ code: "forbidden", facts: { permission: "see" } });
  await giveRole(db.systemCtx, { id, roleId: await role("owner"), reason });
  expect(await listAdmins((await enter(db, email)).ctx)).not.toEqual([]);
});

test("a wrong password or code at an admin's sign-in is on record, and neither itself", async () => {
  const { id, email, ctx } = await member("Support");
  await enrol(db, ctx);
  const someone = visitor(db, "203.0.113.9");
  const refused = () =>
    db.sql`select actor, address, after from audit where action = 'session.refused' and subject_id = ${String(id)}`;
  const once = { actor: "visitor", address: "203.0.113.9", after: null };
  const wrong = signedIn(someone, { email, password: "not the password" });
  await expect(wrong).rejects.toMatchObject({ code: "invalid" });
  await expect.poll(refused).toEqual([once]);
  const { half } = await signIn(someone, { email, password: PASSWORD });
  const guess = finishSignIn(someone, { half: half ?? "", oneTimeCode: "000000" });
  await expect(guess).rejects.toMatchObject({ code: "invalid" });
  await expect.poll(refused).toEqual([once, once]);
});
