import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { choosePasswordByLink, getPasswordLinkStatus } from "#lib/account/password/choose-password-by-link";
import { changeSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { unseal } from "#lib/core/seal";
import { openScene } from "#lib/testing/open-scene";
import { approveSignUp } from "./approve-sign-up.ts";
import { signUp } from "./sign-up.ts";
import { signUpList } from "./sign-up-list.ts";
import { signUpSettings } from "./sign-up-settings.ts";

const at = await openScene({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "kiosk@example.com" });
const visitor: Ctx = { ...at.system, actor: { kind: "visitor" }, address: "192.0.2.1" };
await changeSettings(at.system, signUpSettings, { open: "yes" });

const email = "sade@example.com";
const form = { email, name: "Sade", phone: "08031234567" };

/** Reads the links that were emailed to an address. */
async function readMailedLinks(email: string): Promise<string[]> {
  const rows = await at.system.db.execute<{ sealed: string }>(
    sql`select sealed from deliveries where channel = 'mail' and target = ${email} order by id`,
  );
  return rows.map(
    ({ sealed }) => /\/welcome\/(\S+)/.exec(JSON.parse(unseal(sealed, "mails")).text)?.[1] ?? "",
  );
}

test("opens an account only by the link that was emailed to its address", async () => {
  expect(await signUp(visitor, form)).toEqual({ secret: null, sentTo: email });
  const [secret = ""] = await readMailedLinks(email);
  expect(await getPasswordLinkStatus(visitor, { secret })).toMatchObject({ state: "pending" });
  const request = (await signUpList.page(at.system)).rows.find((row) => row.email === email);
  await approveSignUp(at.system, { id: request?.id ?? 0, level: "affiliate", reason: "KYC is fine" });
  const { role } = await choosePasswordByLink(visitor, { secret, password: "lantern field seven bread" });
  expect(role).toBe("reseller");
});

test("tells an applicant of the approval at once, with a link to start", async () => {
  const wanted = { email: "ngozi@example.com", name: "Ngozi", phone: "08031234568" };
  await signUp(visitor, wanted);
  const request = (await signUpList.page(at.system)).rows.find((row) => row.email === wanted.email);
  const admin = await at.admin();
  await at.system.db.execute(sql`update sessions set confirmed_at = null`);
  const id = request?.id ?? 0;
  await expect(approveSignUp(admin, { id, level: "affiliate" })).rejects.toMatchObject({ code: "invalid" });
  expect(await approveSignUp(admin, { id, level: "smart_earner", reason: " " })).toMatchObject({
    isMailed: true,
  });
  const [first = "", second = ""] = await readMailedLinks(wanted.email);
  for (const secret of [first, second])
    expect(await getPasswordLinkStatus(visitor, { secret })).toMatchObject({ state: "valid" });
  await choosePasswordByLink(visitor, { secret: second, password: "lantern field seven bread" });
  expect(await getPasswordLinkStatus(visitor, { secret: first })).toMatchObject({ state: "over" });
});

test("emails an address a few times, from whichever networks it is requested", async () => {
  let rejected: unknown;
  for (let n = 0; n < 50 && !rejected; n += 1)
    await signUp({ ...visitor, address: `198.51.100.${n}` }, { ...form, email: "flooded@example.com" }).catch(
      (error: unknown) => {
        rejected = error;
      },
    );
  expect(rejected).toMatchObject({ code: "rate_limited" });
  await signUp({ ...visitor, address: "203.0.113.9" }, { ...form, email: "another@example.com" });
});
