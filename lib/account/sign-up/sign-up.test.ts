import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "#db/testing";
import { chooseByLink, openLink } from "../password/choose-by-link.ts";
import { addReseller, enter, visitor } from "../testing/people.ts";
import { approveSignUp, refuseSignUp } from "./decide.ts";
import { signUpList } from "./list.ts";
import { readSignUpSwitch, setSignUp, signUp } from "./sign-up.ts";

const db = await testDatabase();
afterAll(() => db.close());

const who = (email: string) => ({ email, name: "Sade", phone: "0803 123 4567", about: "A kiosk in Ikeja" });
const flip = async (to: "open" | "closed") =>
  setSignUp(db.systemCtx, {
    to,
    version: (await readSignUpSwitch(db.systemCtx)).version,
    reason: "as agreed",
  });
beforeAll(async () => {
  await addReseller(db);
  await flip("open");
});

test("is there only while the operator lets it, and is switched by one at a time", async () => {
  await flip("closed");
  await expect(signUp(visitor(db), who("early@kiosk.test"))).rejects.toMatchObject({ code: "not_found" });
  const { version } = await readSignUpSwitch(db.systemCtx);
  const both = await Promise.allSettled(
    ["open", "open"].map((to) =>
      setSignUp(db.systemCtx, { to: to as "open", version, reason: "open again" }),
    ),
  );
  expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("who is approved chooses a password by the address they were given", async () => {
  const { secret } = await signUp(visitor(db), who("sade@kiosk.test"));
  expect(await openLink(visitor(db), { secret })).toEqual({ state: "pending", name: "Sade" });
  const [asked] = (await signUpList.page(db.systemCtx)).rows;
  expect(asked).toMatchObject({ email: "sade@kiosk.test", phone: "0803 123 4567", taken: false });
  const approval = { id: asked?.id ?? 0, level: "top_user" as const, reason: "KYC is fine" };
  const all = await Promise.allSettled([1, 2, 3].map(() => approveSignUp(db.systemCtx, approval)));
  expect(all.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  await chooseByLink(visitor(db), { secret, password: "lantern field seven bread" });
  const { session } = await enter(db, "sade@kiosk.test", "lantern field seven bread");
  expect(session.actor).toMatchObject({ kind: "reseller", level: "top_user" });
});

test("who is refused reads why", async () => {
  const { secret } = await signUp(visitor(db), who("no@kiosk.test"));
  const [asked] = (await signUpList.page(db.systemCtx)).rows;
  await refuseSignUp(db.systemCtx, { id: asked?.id ?? 0, reason: "We know nobody of this name." });
  expect(await openLink(visitor(db), { secret })).toMatchObject({
    state: "refused",
    reason: "We know nobody of this name.",
  });
  await expect(
    approveSignUp(db.systemCtx, { id: asked?.id ?? 0, level: "api", reason: "or yes" }),
  ).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("We know nobody") });
});

test("an e-mail that has an account gets the same answer, and only the admin sees it", async () => {
  const { email } = await addReseller(db);
  const { secret } = await signUp(visitor(db), who(email));
  expect(await openLink(visitor(db), { secret })).toEqual({ state: "pending", name: "Sade" });
  const asked = (await signUpList.page(db.systemCtx)).rows.find((one) => one.email === email);
  expect(asked?.taken).toBe(true);
  await expect(
    approveSignUp(db.systemCtx, { id: asked?.id ?? 0, level: "api", reason: "why not" }),
  ).rejects.toMatchObject({ code: "conflict" });
  expect((await signUpList.page(db.systemCtx)).rows.find((one) => one.email === email)).toBeDefined();
});

test("one address asks a few times, then waits", async () => {
  const from = (n: number) => signUp(visitor(db, "203.0.113.9"), who(`many${n}@kiosk.test`));
  const began = performance.now();
  const all = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => from(n)));
  const asked = all.filter((one) => one.status === "fulfilled").length;
  // From the third on, each waits twice as long as the one before, from a second.
  expect(2 ** (asked - 3) - 1).toBeLessThanOrEqual((performance.now() - began) / 1000);
  const refused: unknown[] = [];
  // However slowly they come, the wait outgrows it.
  for (let n = 10; n < 20; n++) await from(n).catch((error) => refused.push(error));
  expect(refused).not.toEqual([]);
  expect(refused[0]).toMatchObject({ code: "rate_limited" });
  await signUp(visitor(db, "203.0.113.10"), who("other@kiosk.test"));
});

test("deciding does not exist for resellers and visitors", async () => {
  const { email } = await addReseller(db);
  const { ctx } = await enter(db, email);
  const decision = { id: 1, reason: "because", level: "api" as const };
  for (const verb of [signUpList.page, approveSignUp, refuseSignUp] as ((
    c: typeof ctx,
    i: typeof decision,
  ) => Promise<unknown>)[])
    await expect(verb(ctx, decision)).rejects.toMatchObject({ code: "not_found" });
  await expect(setSignUp(ctx, { to: "open", version: 1, reason: "mine" })).rejects.toMatchObject({
    code: "not_found",
  });
});
