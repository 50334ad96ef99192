import { afterAll, beforeAll, expect, test } from "vitest";
import { history } from "#lib/audit/history";
import type { Ctx } from "#lib/core/context";
import { type Scene, scene } from "#lib/testing/scene";
import { contact, setContact } from "./contact.ts";

let at: Scene;
let admin: Ctx;
let visitor: Ctx;
beforeAll(async () => {
  at = await scene();
  admin = await at.admin();
  visitor = { ...at.system, actor: { kind: "visitor" } };
});
afterAll(() => at.close());

test("who cannot sign in reads how the operator is reached, and nothing while nothing was said", async () => {
  const none = { name: "", phone: null, whatsapp: null, email: null };
  const { version } = await contact(visitor);
  expect(await contact(visitor)).toEqual({ ...none, version });
  const said = { name: "Ada", phone: "0803 123 4567", whatsapp: "", email: " Help@Example.com " };
  await setContact(admin, { ...said, version, reason: "we open" });
  expect(await contact(visitor)).toMatchObject({
    name: "Ada",
    phone: { text: "0803 123 4567", e164: "+2348031234567" },
    whatsapp: null,
    email: "help@example.com",
  });
  const [record] = await history(admin, { subject: "contact", subjectId: "operator" });
  expect(record).toMatchObject({
    action: "contact.changed",
    reason: "we open",
    before: none,
    after: { name: "Ada", phone: "+2348031234567", whatsapp: null, email: "help@example.com" },
  });
});

test("of two admins the second is told what the first did, and nothing of theirs is saved", async () => {
  const { version } = await contact(admin);
  await setContact(admin, { name: "Bola", version, reason: "Ada is away" });
  await expect(setContact(admin, { name: "Chi", version, reason: "mine" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("Ada is away"),
  });
  expect((await contact(admin)).name).toBe("Bola");
});

test("a number that is none and an address that is none are refused at their field", async () => {
  const { version } = await contact(admin);
  await expect(
    setContact(admin, { phone: "12", email: "at home", version, reason: "why not" }),
  ).rejects.toMatchObject({
    issues: [expect.objectContaining({ path: ["phone"] }), expect.objectContaining({ path: ["email"] })],
  });
});

test("changing it does not exist for resellers", async () => {
  const { ctx } = await at.reseller();
  const { version } = await contact(ctx);
  await expect(setContact(ctx, { name: "Me", version, reason: "mine" })).rejects.toMatchObject({
    code: "not_found",
  });
});
