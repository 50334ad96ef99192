import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { openScene } from "#lib/testing/open-scene";
import { getOperatorContact, setOperatorContact } from "./operator-contact.ts";

const at = await openScene();
const admin = await at.admin();
const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
beforeEach(async () => {
  await at.system.db.execute(
    sql`update operator_contact set name = '', phone = null, whatsapp = null, email = null`,
  );
});

test("shows the operator's contact to visitors, and empty fields before it is set", async () => {
  const none = { name: "", phone: null, whatsapp: null, email: null };
  const { version } = await getOperatorContact(visitor);
  expect(await getOperatorContact(visitor)).toEqual({ ...none, version });
  const said = { name: "Ada", phone: "0803 123 4567", whatsapp: "", email: " Help@Example.com " };
  await setOperatorContact(admin, { ...said, version, reason: "we open" });
  expect(await getOperatorContact(visitor)).toMatchObject({
    name: "Ada",
    phone: { text: "0803 123 4567", e164: "+2348031234567" },
    whatsapp: null,
    email: "help@example.com",
  });
  const about = { subject: "contact", subjectId: "operator", latest: 1 };
  const [record] = await getAuditHistory(admin, about);
  expect(record).toMatchObject({
    action: "contact.changed",
    reason: "we open",
    before: none,
    after: { name: "Ada", phone: "+2348031234567", whatsapp: null, email: "help@example.com" },
  });
});

test("returns a conflict with the first change to the second of two admins, and saves nothing", async () => {
  const { version } = await getOperatorContact(admin);
  await setOperatorContact(admin, { name: "Bola", version, reason: "Ada is away" });
  await expect(setOperatorContact(admin, { name: "Chi", version, reason: "mine" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("Ada is away"),
  });
  expect((await getOperatorContact(admin)).name).toBe("Bola");
});

test("rejects an invalid number and address at their fields", async () => {
  const { version } = await getOperatorContact(admin);
  await expect(
    setOperatorContact(admin, { phone: "12", email: "at home", version, reason: "why not" }),
  ).rejects.toMatchObject({
    issues: [expect.objectContaining({ path: ["phone"] }), expect.objectContaining({ path: ["email"] })],
  });
});

test("returns not_found for resellers", async () => {
  const { ctx } = await at.reseller();
  const { version } = await getOperatorContact(ctx);
  await expect(setOperatorContact(ctx, { name: "Me", version, reason: "mine" })).rejects.toMatchObject({
    code: "not_found",
  });
});
