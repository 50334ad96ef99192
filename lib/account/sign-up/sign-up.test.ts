import { beforeAll, beforeEach, expect, test } from "vitest";
import { choosePasswordByLink, getPasswordLinkStatus } from "#lib/account/password/choose-password-by-link";
import { openAccountScene } from "#lib/account/testing/account-scene";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { approveSignUp, rejectSignUp } from "./approve-sign-up.ts";
import { signUp } from "./sign-up.ts";
import { signUpList } from "./sign-up-list.ts";
import { signUpSettings } from "./sign-up-settings.ts";

const { db, addReseller, openTestSession, signedIn, visitor } = await openAccountScene();

const signUpForm = (email: string) => ({
  email,
  name: "Sade",
  phone: "0803 123 4567",
  about: "A kiosk in Ikeja",
});
/** Without email, the response has the secret of the address. */
const requestAccount = async (email: string) => (await signUp(visitor(), signUpForm(email))).secret ?? "";
const findRequest = async (email: string) =>
  (await signUpList.page(db.systemCtx)).rows.find((row) => row.email === email);
beforeAll(async () => void (await addReseller()));
beforeEach(async () => {
  await changeSettings(db.systemCtx, signUpSettings, { open: "yes" });
});

test("exists only while it is open", async () => {
  await changeSettings(db.systemCtx, signUpSettings, { open: "" });
  await expect(signUp(visitor(), signUpForm("early@kiosk.test"))).rejects.toMatchObject({
    code: "not_found",
  });
});

test("lets an approved applicant choose a password by their address", async () => {
  const secret = await requestAccount("sade@kiosk.test");
  expect(await getPasswordLinkStatus(visitor(), { secret })).toEqual({
    state: "pending",
    name: "Sade",
  });
  const request = await findRequest("sade@kiosk.test");
  expect(request).toMatchObject({ phone: "0803 123 4567", taken: false });
  const approval = { id: request?.id ?? 0, level: "top_user" as const, reason: "KYC is fine" };
  const all = await Promise.allSettled([1, 2, 3].map(() => approveSignUp(db.systemCtx, approval)));
  expect(all.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  await choosePasswordByLink(visitor(), { secret, password: "lantern field seven bread" });
  const { session } = await openTestSession("sade@kiosk.test", "lantern field seven bread");
  expect(session.actor).toMatchObject({ kind: "reseller", level: "top_user" });
});

test("shows a rejected applicant the reason", async () => {
  const secret = await requestAccount("no@kiosk.test");
  const request = await findRequest("no@kiosk.test");
  await rejectSignUp(db.systemCtx, { id: request?.id ?? 0, reason: "We know nobody of this name." });
  expect(await getPasswordLinkStatus(visitor(), { secret })).toMatchObject({
    state: "rejected",
    reason: "We know nobody of this name.",
  });
  await expect(
    approveSignUp(db.systemCtx, { id: request?.id ?? 0, level: "api", reason: "or yes" }),
  ).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("We know nobody") });
});

test("returns the same for an email with an account, which only the admin sees", async () => {
  const { email } = await addReseller();
  const secret = await requestAccount(email);
  expect(await getPasswordLinkStatus(visitor(), { secret })).toEqual({
    state: "pending",
    name: "Sade",
  });
  const request = await findRequest(email);
  expect(request?.taken).toBe(true);
  await expect(
    approveSignUp(db.systemCtx, { id: request?.id ?? 0, level: "api", reason: "why not" }),
  ).rejects.toMatchObject({ code: "conflict" });
  expect(await findRequest(email)).toBeDefined();
});

test("limits requests per address", async () => {
  const from = (n: number) => signUp(visitor("203.0.113.9"), signUpForm(`many${n}@kiosk.test`));
  const began = performance.now();
  const all = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => from(n)));
  const accepted = all.filter((result) => result.status === "fulfilled").length;
  // From the third request, each waits twice as long as the one before, beginning with a second.
  expect(2 ** (accepted - 3) - 1).toBeLessThanOrEqual((performance.now() - began) / 1000);
  const rejected: unknown[] = [];
  // The wait outgrows any speed of the machine.
  for (let n = 10; n < 20; n++) await from(n).catch((error) => rejected.push(error));
  expect(rejected).not.toEqual([]);
  expect(rejected[0]).toMatchObject({ code: "rate_limited" });
  await signUp(visitor("203.0.113.10"), signUpForm("other@kiosk.test"));
});

test("denies decisions to resellers and visitors", async () => {
  const { ctx } = await signedIn();
  const decision = { id: 1, reason: "because", level: "api" as const };
  for (const verb of [signUpList.page, approveSignUp, rejectSignUp] as ((
    c: typeof ctx,
    i: typeof decision,
  ) => Promise<unknown>)[])
    await expect(verb(ctx, decision)).rejects.toMatchObject({ code: "not_found" });
});
