import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#db/testing";
import { contact, setContact } from "./contact.ts";
import { securityText } from "./security-text.ts";
import { visitor } from "./testing/people.ts";

const db = await testDatabase();
afterAll(() => db.close());

const now = new Date("2026-11-23T10:00:00Z");

async function reachedBy(some: { email?: string; phone?: string }) {
  const { version } = await contact(db.systemCtx);
  const nothing = { name: "", phone: "", whatsapp: "", email: "" };
  await setContact(db.systemCtx, { ...nothing, ...some, version, reason: "for the test" });
  return securityText(visitor(db), now);
}

test("names the operator's own contact, and ends three months from now", async () => {
  expect(await reachedBy({ email: "desk@kiosk.test", phone: "0803 123 4567" })).toBe(
    [
      "Contact: mailto:desk@kiosk.test",
      "Contact: tel:+2348031234567",
      "Expires: 2027-02-21T10:00:00.000Z",
      "Canonical: http://localhost:3000/.well-known/security.txt",
      "",
    ].join("\n"),
  );
});

test("returns not_found while the operator has said nothing of how to be reached", async () => {
  await expect(reachedBy({})).rejects.toMatchObject({ code: "not_found" });
});
