import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { TABLES } from "#lib/modules";
import { openScene } from "#lib/testing/open-scene";
import { getPrivacyNotice, listRetention, setPrivacyNotice } from "./privacy-notice.ts";

const at = await openScene();

test("shows everyone the operator’s text, and rejects a stale change", async () => {
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  const { version } = await getPrivacyNotice(visitor);
  const text = "Kiosk Ltd, 12 Allen Avenue, Ikeja.\nprivacy@example.com";
  const admin = await at.admin();
  await setPrivacyNotice(admin, { text, version, reason: "as registered" });
  expect(await getPrivacyNotice(visitor)).toEqual({ text, version: version + 1 });
  await expect(setPrivacyNotice(admin, { text: "", version, reason: "again" })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("lists how long personal data is kept, by the rules that delete it", () => {
  const retention = listRetention(TABLES);
  expect(retention).toContainEqual({ data: "imports of customers", days: 1 });
  expect(retention.map(({ days }) => days)).toEqual(
    retention.map(({ days }) => days).toSorted((a, b) => a - b),
  );
  expect(JSON.stringify(retention)).not.toContain("processes of the portal");
});
