import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "#db/testing";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { closeAdmin, createAdmin, inviteAdmin, listAdmins, roleNamed } from "./admins.ts";
import { chooseByLink, openLink } from "./password/choose-by-link.ts";
import { readSession } from "./session/read.ts";
import { addReseller, confirmedSession, enter, PASSWORD, visitor } from "./testing/people.ts";

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(async () => {
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update accounts set closed_at = now() where role = 'admin' and closed_at is null`;
  });
});

const reason = "as agreed on the phone";
let made = 0;
const support = (await roleNamed(db.systemCtx, "support")).id;

/** A new admin who has just given their password, and how they act. */
async function admin(): Promise<{ id: number; email: string; ctx: Ctx }> {
  made += 1;
  const email = `admin${made}@kiosk.test`;
  const { id } = await createAdmin(db.systemCtx, { email, name: `Admin ${made}`, password: PASSWORD });
  const sessionId = await confirmedSession(db, id);
  return { id, email, ctx: db.ctx({ kind: "admin", id, email, sessionId, permissions: ALL_PERMISSIONS }) };
}

const invited = () => {
  made += 1;
  return { email: `admin${made}@kiosk.test`, name: "Zainab", roleId: support, reason };
};

describe("adding an admin", () => {
  test("makes a link by which they choose a password, once, and are in", async () => {
    const { ctx, id: by } = await admin();
    const { id, link } = await inviteAdmin(ctx, invited());
    const { secret } = link;
    expect(await openLink(visitor(db), { secret })).toMatchObject({ state: "valid", name: "Zainab" });
    const entered = await chooseByLink(visitor(db), { secret, password: "another phrase of words" });
    expect(entered.role).toBe("admin");
    expect(await readSession(visitor(db), entered.secret ?? "")).toMatchObject({
      actor: { kind: "admin", id },
    });
    expect(await openLink(visitor(db), { secret })).toEqual({ state: "over" });
    const records = await db.sql`
      select action, actor, reason, reseller_id from audit where subject = 'account' and subject_id = ${String(id)}
      order by id`;
    expect(records).toMatchObject([
      { action: "admin.created", actor: `admin:${by}`, reason, reseller_id: null },
      { action: "account.link_issued", actor: `admin:${by}`, reseller_id: null },
      { action: "account.password", actor: `admin:${id}`, reseller_id: null },
    ]);
  });

  test("asks for the password, and is nothing for others", async () => {
    const { email } = await admin();
    const { ctx } = await enter(db, email);
    const { ctx: reseller } = await enter(db, (await addReseller(db)).email);
    await expect(inviteAdmin(ctx, invited())).rejects.toHaveProperty("fields.confirmPassword");
    for (const other of [reseller, visitor(db)]) {
      await expect(inviteAdmin(other, invited())).rejects.toThrow();
      await expect(listAdmins(other)).rejects.toThrow();
    }
    expect((await listAdmins(ctx)).filter(({ state }) => state !== "closed")).toMatchObject([
      { email, you: true },
    ]);
  });
});

describe("closing an admin", () => {
  test("ends their sessions and their link at once", async () => {
    const [one, other] = [await admin(), await admin()];
    const { secret } = await enter(db, other.email);
    await closeAdmin(one.ctx, { id: other.id, reason });
    expect(await readSession(visitor(db), secret)).toBeUndefined();
    const { id, link } = await inviteAdmin(one.ctx, invited());
    await closeAdmin(one.ctx, { id, reason });
    expect(await openLink(visitor(db), link)).toEqual({ state: "over" });
    const states = (await listAdmins(one.ctx)).map((who) => [who.id, who.state]);
    expect(states).toContainEqual([other.id, "closed"]);
    expect(states).toContainEqual([one.id, "active"]);
    expect(
      await db.sql`select reason from audit where action = 'admin.closed' and subject_id = ${String(id)}`,
    ).toEqual([{ reason }]);
  });

  test("never leaves nobody who could sign in, not even by the operator's command", async () => {
    const last = await admin();
    await inviteAdmin(last.ctx, invited());
    await expect(closeAdmin(db.systemCtx, { id: last.id, reason })).rejects.toMatchObject({
      code: "conflict",
      message: "Nobody else could sign in as an owner of the portal. Add another owner first.",
    });
    const next = await admin();
    await closeAdmin(db.systemCtx, { id: last.id, reason });
    expect((await listAdmins(next.ctx)).find(({ you }) => you)?.state).toBe("active");
  });

  test("of each other at the same moment leaves one", async () => {
    const [one, other] = [await admin(), await admin()];
    const results = await Promise.allSettled([
      closeAdmin(one.ctx, { id: other.id, reason }),
      closeAdmin(other.ctx, { id: one.id, reason }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("is refused for oneself, asks for the password, and finds no reseller", async () => {
    const [one, other] = [await admin(), await admin()];
    await expect(closeAdmin(one.ctx, { id: one.id, reason })).rejects.toMatchObject({ code: "conflict" });
    const { ctx } = await enter(db, one.email);
    await expect(closeAdmin(ctx, { id: other.id, reason })).rejects.toHaveProperty("fields.confirmPassword");
    const { id } = await addReseller(db);
    await expect(closeAdmin(one.ctx, { id, reason })).rejects.toMatchObject({ code: "not_found" });
  });
});
