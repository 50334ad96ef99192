import { beforeEach, describe, expect, test } from "vitest";
import { openAccountScene } from "#lib/account/testing/account-scene";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { closeAdmin, createAdmin, findRoleByName, inviteAdmin, listAdmins } from "./admins.ts";
import { choosePasswordByLink, getPasswordLinkStatus } from "./password/choose-password-by-link.ts";
import { readSession } from "./session/read-session.ts";
import { createConfirmedSession, TEST_PASSWORD } from "./testing/test-accounts.ts";

const { db, addReseller, openTestSession, visitor } = await openAccountScene();
beforeEach(async () => {
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update accounts set closed_at = now() where role = 'admin' and closed_at is null`;
  });
});

const reason = "as agreed on the phone";
let made = 0;
const support = (await findRoleByName(db.systemCtx, "support")).id;

/** Adds an admin with a confirmed session. */
async function admin(): Promise<{ id: number; email: string; ctx: Ctx }> {
  made += 1;
  const email = `admin${made}@kiosk.test`;
  const { id } = await createAdmin(db.systemCtx, { email, name: `Admin ${made}`, password: TEST_PASSWORD });
  const sessionId = await createConfirmedSession(db.systemCtx, id);
  return { id, email, ctx: db.ctx({ kind: "admin", id, email, sessionId, permissions: ALL_PERMISSIONS }) };
}

const invited = () => {
  made += 1;
  return { email: `admin${made}@kiosk.test`, name: "Zainab", roleId: support, reason };
};

describe("adding an admin", () => {
  test("creates a link that sets a password once and signs in", async () => {
    const { ctx, id: by } = await admin();
    const { id, link } = await inviteAdmin(ctx, invited());
    const { secret } = link;
    expect(await getPasswordLinkStatus(visitor(), { secret })).toMatchObject({
      state: "valid",
      name: "Zainab",
    });
    const entered = await choosePasswordByLink(visitor(), {
      secret,
      password: "another phrase of words",
    });
    expect(entered.role).toBe("admin");
    expect(await readSession(visitor(), entered.secret ?? "")).toMatchObject({
      actor: { kind: "admin", id },
    });
    expect(await getPasswordLinkStatus(visitor(), { secret })).toEqual({ state: "over" });
    const records = await db.sql`
      select action, actor, reason, reseller_id from audit
      where subject = 'account' and subject_id = ${String(id)} and action ~ '^(admin.created|account[.])' order by id`;
    expect(records).toMatchObject([
      { action: "admin.created", actor: `admin:${by}`, reason, reseller_id: null },
      { action: "account.link_issued", actor: `admin:${by}`, reseller_id: null },
      { action: "account.password", actor: `admin:${id}`, reseller_id: null },
    ]);
  });

  test("requires the password, and is denied to others", async () => {
    const { email } = await admin();
    const { ctx } = await openTestSession(email);
    const { ctx: reseller } = await openTestSession((await addReseller()).email);
    await expect(inviteAdmin(ctx, invited())).rejects.toHaveProperty("fields.confirmPassword");
    for (const stranger of [reseller, visitor()]) {
      await expect(inviteAdmin(stranger, invited())).rejects.toThrow();
      await expect(listAdmins(stranger)).rejects.toThrow();
    }
    expect((await listAdmins(ctx)).filter(({ state }) => state !== "closed")).toMatchObject([
      { email, you: true },
    ]);
  });
});

describe("closing an admin", () => {
  test("ends their sessions and link at once", async () => {
    const [first, second] = [await admin(), await admin()];
    const { secret } = await openTestSession(second.email);
    await closeAdmin(first.ctx, { id: second.id, reason });
    expect(await readSession(visitor(), secret)).toBeUndefined();
    const { id, link } = await inviteAdmin(first.ctx, invited());
    await closeAdmin(first.ctx, { id, reason });
    expect(await getPasswordLinkStatus(visitor(), link)).toEqual({ state: "over" });
    const states = (await listAdmins(first.ctx)).map((admin) => [admin.id, admin.state]);
    expect(states).toContainEqual([second.id, "closed"]);
    expect(states).toContainEqual([first.id, "active"]);
    expect(
      await db.sql`select reason from audit where action = 'admin.closed' and subject_id = ${String(id)}`,
    ).toEqual([{ reason }]);
  });

  test("keeps the last owner, even from the operator's command", async () => {
    const last = await admin();
    await inviteAdmin(last.ctx, invited());
    await expect(closeAdmin(db.systemCtx, { id: last.id, reason })).rejects.toMatchObject({
      code: "conflict",
      message: "The portal needs an owner who can sign in. Add another owner first.",
    });
    const next = await admin();
    await closeAdmin(db.systemCtx, { id: last.id, reason });
    expect((await listAdmins(next.ctx)).find(({ you }) => you)?.state).toBe("active");
  });

  test("leaves one of two owners who close each other at the same moment", async () => {
    const [first, second] = [await admin(), await admin()];
    const results = await Promise.allSettled([
      closeAdmin(first.ctx, { id: second.id, reason }),
      closeAdmin(second.ctx, { id: first.id, reason }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("rejects the acting admin, requires the password, and finds no reseller", async () => {
    const [first, second] = [await admin(), await admin()];
    await expect(closeAdmin(first.ctx, { id: first.id, reason })).rejects.toMatchObject({ code: "conflict" });
    const { ctx } = await openTestSession(first.email);
    await expect(closeAdmin(ctx, { id: second.id, reason })).rejects.toHaveProperty("fields.confirmPassword");
    const { id } = await addReseller();
    await expect(closeAdmin(first.ctx, { id, reason })).rejects.toMatchObject({ code: "not_found" });
  });
});
