import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { checkLedger } from "#lib/ledger/check";
import { getWallet } from "#lib/ledger/wallet";
import { type Scene, scene } from "#lib/testing/scene";
import { approveFunding, refuseFunding } from "./decide-funding.ts";
import { fundingPicture, ownFunding } from "./funding-view.ts";
import { pendingFundingList } from "./list.ts";
import { requestFunding } from "./request-funding.ts";
import { setTerms, terms } from "./terms.ts";

let at: Scene;
let ada: Ctx;
beforeAll(async () => {
  at = await scene();
  ada = {
    ...at.system,
    actor: { kind: "admin", id: 9001, email: "ada@example.com", sessionId: 0, permissions: ALL_PERMISSIONS },
  };
});
afterAll(() => at.close());

const wish = (ref = "a", bankReference = `TRF ${ref}`) => ({ ref, amount: "2,500.00", bankReference });
const photo = () =>
  sharp({ create: { width: 3000, height: 40, channels: 3, background: "white" } })
    .withExif({ IFD0: { Copyright: "canary-exif" } })
    .jpeg()
    .toBuffer();

test("a request is approved once, however many approve and refuse at the same moment", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  const request = await requestFunding(ctx, wish());
  const all = await Promise.allSettled([
    ...Array.from({ length: 20 }, () => approveFunding(ada, { id: request, reason: "seen at the bank" })),
    ...Array.from({ length: 4 }, () => refuseFunding(ada, { id: request, reason: "not at the bank" })),
  ]);
  expect(all.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  const [own] = await ownFunding(ctx);
  const { wallet } = await getWallet(ada, { resellerId: id });
  expect(wallet).toBe(own?.state === "approved" ? 250_000n : 0n);
  for (const one of all.filter((each) => each.status === "rejected"))
    expect(one.reason).toMatchObject({ code: "conflict", message: expect.stringMatching(/“.*at the bank”/) });
  expect(await checkLedger(at.system)).toMatchObject({ ok: true });
});

test("twenty approvals alone are one credit", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  const request = await requestFunding(ctx, wish());
  const approve = () => approveFunding(ada, { id: request, reason: "seen at the bank" });
  const all = await Promise.allSettled(Array.from({ length: 20 }, approve));
  expect(all.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  expect((await getWallet(ada, { resellerId: id })).wallet).toBe(250_000n);
});

test("a form that is sent twice is one request, and five wait at most", async () => {
  const { ctx } = await at.reseller("affiliate", 0n);
  const twice = await Promise.all([requestFunding(ctx, wish("x")), requestFunding(ctx, wish("x"))]);
  expect(new Set(twice).size).toBe(1);
  for (const ref of ["b", "c", "d", "e"]) await requestFunding(ctx, wish(ref));
  await expect(requestFunding(ctx, wish("f"))).rejects.toMatchObject({ code: "conflict" });
});

test("a refusal moves nothing and says why; a bank reference used before is pointed out", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  const other = await at.reseller("affiliate", 0n);
  await requestFunding(other.ctx, wish("o", "ABC-1"));
  const request = await requestFunding(ctx, wish("r", "abc-1"));
  expect((await pendingFundingList.page(ada)).rows.find((one) => one.id === request)).toMatchObject({
    seenBefore: 1,
    reseller: { id, wallet: 0n },
  });
  await refuseFunding(ada, { id: request, reason: "It did not arrive." });
  expect((await ownFunding(ctx))[0]).toMatchObject({ state: "refused", reason: "It did not arrive." });
  expect((await getWallet(ada, { resellerId: id })).wallet).toBe(0n);
});

test("a picture is drawn anew and seen by its sender and admins alone; what is none is refused", async () => {
  const { ctx } = await at.reseller("affiliate", 0n);
  const other = await at.reseller("affiliate", 0n);
  const file = await photo();
  expect(file.includes("canary-exif")).toBe(true);
  const id = await requestFunding(ctx, wish(), file);
  for (const reader of [ctx, ada]) {
    const kept = Buffer.from(await fundingPicture(reader, { id }));
    expect(await sharp(kept).metadata()).toMatchObject({ format: "webp", width: 1600 });
    expect(kept.includes("canary-exif")).toBe(false);
  }
  await expect(fundingPicture(other.ctx, { id })).rejects.toMatchObject({ code: "not_found" });
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)');
  await expect(requestFunding(ctx, wish("s"), script)).rejects.toMatchObject({
    code: "invalid",
    fields: { picture: [expect.any(String)] },
  });
});

test("a picture is looked at only when its request counts: neither one sent twice nor one too many", async () => {
  const { ctx } = await at.reseller("affiliate", 0n);
  const unreadable = Buffer.from("no picture");
  const first = await requestFunding(ctx, wish("a"));
  expect(await requestFunding(ctx, wish("a"), unreadable)).toBe(first);
  for (const ref of ["b", "c", "d", "e"]) await requestFunding(ctx, wish(ref));
  await expect(requestFunding(ctx, wish("f"), unreadable)).rejects.toMatchObject({ code: "conflict" });
});

test("amounts that make no sense are refused, and more fields do nothing", async () => {
  const { ctx } = await at.reseller("affiliate", 0n);
  for (const amount of ["0", "-5", "1.234", "9999999999999", "lots"])
    await expect(requestFunding(ctx, { ...wish(), amount })).rejects.toThrow();
  const more = { ...wish("more"), state: "approved", resellerId: 1, journalId: 1 };
  await requestFunding(ctx, more);
  expect((await ownFunding(ctx))[0]?.state).toBe("pending");
});

test("deciding does not exist for resellers", async () => {
  const { ctx } = await at.reseller("affiliate", 0n);
  const id = await requestFunding(ctx, wish());
  await expect(approveFunding(ctx, { id, reason: "mine" })).rejects.toMatchObject({ code: "not_found" });
  await expect(refuseFunding(ctx, { id, reason: "mine" })).rejects.toMatchObject({ code: "not_found" });
  await expect(pendingFundingList.page(ctx)).rejects.toMatchObject({ code: "not_found" });
});

test("how to pay is changed by who gave the password, from the form that knows it as it is", async () => {
  const { version } = await terms(ada);
  await expect(setTerms(ada, { text: "Pay me", version, reason: "only a cookie" })).rejects.toHaveProperty(
    "fields.confirmPassword",
  );
  const ben = await at.admin();
  await setTerms(at.system, { text: "Pay to 0123456789", version, reason: "a new account" });
  await expect(setTerms(ben, { text: "Pay elsewhere", version, reason: "another" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("a new account"),
  });
  const { ctx } = await at.reseller("affiliate", 0n);
  expect((await terms(ctx)).text).toBe("Pay to 0123456789");
  await expect(setTerms(ctx, { text: "Pay me", version: 2, reason: "mine" })).rejects.toMatchObject({
    code: "not_found",
  });
});
