import { expect, test } from "vitest";
import { getAuditHistory } from "#lib/audit/audit-history";
import { changeSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { openScene } from "#lib/testing/open-scene";
import { contactSettings } from "./contact-settings.ts";
import { getOperatorContact } from "./operator-contact.ts";

const at = await openScene();
const admin = await at.admin();
const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };

test("shows the operator's contact to visitors, and empty fields before it is set", async () => {
  const none = { name: "", phone: null, whatsapp: null, email: null };
  expect(await getOperatorContact(visitor)).toEqual(none);
  const said = { name: "Ada", phone: "0803 123 4567", whatsapp: "", email: " Help@Example.com " };
  await changeSettings(admin, contactSettings, said);
  expect(await getOperatorContact(visitor)).toEqual({
    name: "Ada",
    phone: { text: "0803 123 4567", e164: "+2348031234567" },
    whatsapp: null,
    email: "help@example.com",
  });
  const about = { subject: "contact", subjectId: "operator", latest: 1 };
  const [record] = await getAuditHistory(admin, about);
  expect(record).toMatchObject({
    action: "contact.changed",
    before: none,
    after: { name: "Ada", phone: "+2348031234567", whatsapp: null, email: "help@example.com" },
  });
});

test("rejects an invalid number and address at their fields", async () => {
  const typed = { phone: "12", email: "at home" };
  await expect(changeSettings(admin, contactSettings, typed)).rejects.toMatchObject({
    issues: [expect.objectContaining({ path: ["phone"] }), expect.objectContaining({ path: ["email"] })],
  });
});
