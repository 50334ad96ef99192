import { expect, test } from "vitest";
import { openAccountScene } from "#lib/account/testing/account-scene";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { contactSettings } from "./contact-settings.ts";
import { buildSecurityText } from "./security-text.ts";

const { db, visitor } = await openAccountScene();

const now = new Date("2026-11-23T10:00:00Z");

async function reachedBy(some: { email?: string; phone?: string }) {
  await changeSettings(db.systemCtx, contactSettings, { phone: "", email: "", ...some });
  return buildSecurityText(visitor(), now);
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

test("returns not_found while the operator has no contact", async () => {
  await expect(reachedBy({})).rejects.toMatchObject({ code: "not_found" });
});
