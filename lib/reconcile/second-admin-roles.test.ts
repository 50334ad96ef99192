import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeAdmin, inviteAdmin, listAdmins, roleNamed } from "#lib/account/admins";
import { giveRole } from "#lib/account/staff/give-role";
import { listRoles, saveRole } from "#lib/account/staff/roles";
import { isWaiting, unlessWaiting } from "#lib/audit/second-admin";
import type { Ctx } from "#lib/core/context";
import type { Permission } from "#lib/core/permission";
import { type Scene, scene } from "#lib/testing/scene";
import { confirmDecision } from "./admin/confirm-decision.ts";
import { proposalList } from "./admin/proposal-list.ts";
import { withdrawDecision } from "./admin/withdraw-decision.ts";

let at: Scene;
let ada: Ctx;
let ben: Ctx;
let made = 0;
const reason = "as agreed on the phone";

beforeAll(async () => {
  at = await scene();
  [ada, ben] = [await at.admin(), await at.admin()];
});
beforeEach(() => at.system.db.execute(sql`update decisions set ended_at = now() where ended_at is null`));
afterAll(() => at.close());

const role = async (name: string) => (await roleNamed(at.system, name)).id;
const idOf = ({ actor }: Ctx) => (actor.kind === "admin" ? actor.id : 0);

/** Somebody with a role, who was there before. */
async function member(name: string) {
  const id = idOf(await at.admin());
  if (name === "Owner") return { id, version: 1 };
  await giveRole(at.system, { id, roleId: await role(name), reason });
  return { id, version: 2 };
}

async function has(id: number) {
  const found = (await listAdmins(ada)).find((one) => one.id === id);
  return { role: found?.role?.name ?? null, waits: found?.waits };
}

async function proposalOf(done: Promise<unknown>): Promise<{ id: number }> {
  const waiting = await done;
  if (!isWaiting(waiting)) throw new Error("It did not wait.");
  return { id: waiting.proposal };
}

test.each([
  ["Support", "Finance"],
  ["Catalogue", "Owner"],
  ["Finance", "Owner"],
])("a role that moves money or gives roles waits for another owner: %s to %s", async (from, to) => {
  const { id, version } = await member(from);
  const proposal = await proposalOf(giveRole(ada, { id, version, roleId: await role(to), reason }));
  expect(await has(id)).toEqual({ role: from, waits: to });
  expect((await proposalList.page(ben)).rows).toMatchObject([
    { ...proposal, change: { change: "role", before: { role: from }, after: { role: to } }, whose: /^Admin/ },
  ]);
  await expect(confirmDecision(ada, proposal)).rejects.toMatchObject({ code: "forbidden" });
  await confirmDecision(ben, proposal);
  expect(await has(id)).toEqual({ role: to, waits: null });
  await expect(confirmDecision(ben, proposal)).rejects.toMatchObject({ code: "conflict" });
});

test.each([
  ["Finance", "Support"],
  ["Owner", "Finance"],
  ["Support", "Catalogue"],
])("one that gives neither is at once: %s to %s", async (from, to) => {
  const { id, version } = await member(from);
  expect(await giveRole(ada, { id, version, roleId: await role(to), reason })).toBeUndefined();
  expect(await has(id)).toEqual({ role: to, waits: null });
});

test("only owners who gave their password confirm a role, and not one that changed meanwhile", async () => {
  const { id, version } = await member("Support");
  const proposal = await proposalOf(giveRole(ada, { id, version, roleId: await role("Finance"), reason }));
  const finance: Ctx = { ...ben, actor: { ...ben.actor, permissions: ["see", "money"] } as Ctx["actor"] };
  await expect(confirmDecision(finance, proposal)).rejects.toMatchObject({ facts: { permission: "staff" } });
  const copied: Ctx = { ...ben, actor: { ...ben.actor, sessionId: 0 } as Ctx["actor"] };
  await expect(confirmDecision(copied, proposal)).rejects.toHaveProperty("fields.confirmPassword");
  await giveRole(at.system, { id, roleId: await role("Catalogue"), reason: "the other desk" });
  await expect(confirmDecision(ben, proposal)).rejects.toThrow(/“the other desk”/);
  expect(await has(id)).toMatchObject({ role: "Catalogue" });
  await withdrawDecision(ben, { ...proposal, reason });
});

test("a role of one's own that begins to move money waits, and changes nothing for whoever has it", async () => {
  made += 1;
  const id = unlessWaiting(await saveRole(ada, { name: `Night ${made}`, permissions: ["answer"], reason }));
  const save = (version: number, permissions: Permission[]) =>
    saveRole(ada, { id, version, name: `Night ${made}`, permissions, reason });
  const permissions = async () => (await listRoles(ada)).find((one) => one.id === id)?.permissions;
  const proposal = await proposalOf(save(1, ["answer", "money"]));
  expect(await permissions()).toEqual(["see", "answer"]);
  await expect(confirmDecision(ada, proposal)).rejects.toMatchObject({ code: "forbidden" });
  await confirmDecision(ben, proposal);
  expect(await permissions()).toEqual(["see", "answer", "money"]);
  expect(await save(2, ["money", "system"])).toBe(id);
  expect(await save(3, ["answer"])).toBe(id);
  expect(await permissions()).toEqual(["see", "answer"]);
});

test("waits for another owner when a role begins to open resellers' accounts", async () => {
  made += 1;
  const name = `Sales ${made}`;
  const id = unlessWaiting(await saveRole(ada, { name, permissions: ["answer"], reason }));
  const permissions = ["answer", "resellers"] as Permission[];
  const proposal = await proposalOf(saveRole(ada, { id, version: 1, name, permissions, reason }));
  await confirmDecision(ben, proposal);
  const { id: adminId, version } = await member("Support");
  await proposalOf(giveRole(ada, { id: adminId, version, roleId: id ?? 0, reason }));
});

test("whoever is added with such a role may do nothing until another owner agrees", async () => {
  made += 1;
  const asked = { email: `new-${made}@kiosk.test`, name: "Zainab", reason };
  const { id, waits } = await inviteAdmin(ada, { ...asked, roleId: await role("Finance") });
  expect(waits).toBe(true);
  expect(await has(id)).toEqual({ role: null, waits: "Finance" });
  const [waiting] = (await proposalList.page(ben)).rows;
  await confirmDecision(ben, { id: waiting?.id ?? 0 });
  expect(await has(id)).toEqual({ role: "Finance", waits: null });
  const helper = { ...asked, email: `helper-${made}@kiosk.test`, roleId: await role("Support") };
  expect(await inviteAdmin(ada, helper)).toMatchObject({ waits: false });
});

test("closing somebody never waits, and ends what waits for them", async () => {
  const { id, version } = await member("Support");
  const proposal = await proposalOf(giveRole(ada, { id, version, roleId: await role("Owner"), reason }));
  await closeAdmin(ada, { id, reason });
  expect((await proposalList.page(ben)).rows).toEqual([]);
  await expect(confirmDecision(ben, proposal)).rejects.toMatchObject({ code: "conflict" });
});

test("the only owner gives it alone, and the record says so; the operator's command always does", async () => {
  const alone = await scene();
  try {
    const only = await alone.admin();
    const { id } = await inviteAdmin(only, {
      ...{ email: "zainab@kiosk.test", name: "Zainab", reason },
      roleId: (await roleNamed(alone.system, "Finance")).id,
    });
    const records = await alone.system.db.execute(sql`
      select action from audit where subject = 'account' and subject_id = ${String(id)} order by id`);
    expect(records.map(({ action }) => action)).toEqual([
      "admin.created",
      "account.link_issued",
      "second_admin.none",
      "admin.role",
    ]);
    await giveRole(alone.system, { id, roleId: (await roleNamed(alone.system, "Owner")).id, reason });
    expect((await listAdmins(only)).find((one) => one.id === id)?.role?.name).toBe("Owner");
  } finally {
    await alone.close();
  }
});
