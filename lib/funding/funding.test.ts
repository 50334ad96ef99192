import sharp from "sharp";
import { expect, test } from "vitest";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { checkLedger } from "#lib/ledger/check-ledger";
import { getWallet } from "#lib/ledger/wallet";
import { openScene } from "#lib/testing/open-scene";
import { pendingFundingList } from "./funding-list.ts";
import { getFundingImage, listFundingRequests } from "./funding-view.ts";
import { getPaymentInstructions, instructionSettings } from "./payment-instructions.ts";
import { requestFunding } from "./request-funding.ts";
import { approveFunding, rejectFunding } from "./review-funding.ts";

const at = await openScene();
const ada = await at.admin();

const wish = (ref = "a", bankReference = `TRF ${ref}`) => ({ ref, amount: "2,500.00", bankReference });
const photo = () =>
  sharp({ create: { width: 3000, height: 40, channels: 3, background: "white" } })
    .withExif({ IFD0: { Copyright: "canary-exif" } })
    .jpeg()
    .toBuffer();

test("approves a request once, also for concurrent approvals and rejections", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  const request = await requestFunding(ctx, wish());
  const all = await Promise.allSettled([
    ...Array.from({ length: 20 }, () => approveFunding(ada, { id: request, reason: "seen at the bank" })),
    ...Array.from({ length: 4 }, () => rejectFunding(ada, { id: request, reason: "not at the bank" })),
  ]);
  expect(all.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  const [approved] = await listFundingRequests(ctx);
  const { wallet } = await getWallet(ada, { resellerId: id });
  expect(wallet).toBe(approved?.state === "approved" ? 250_000n : 0n);
  for (const result of all.filter((each) => each.status === "rejected"))
    expect(result.reason).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/“.*at the bank”/),
    });
  expect(await checkLedger(at.system)).toMatchObject({ ok: true });
});

test("credits a request once for twenty concurrent approvals", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  const request = await requestFunding(ctx, wish());
  const approve = () => approveFunding(ada, { id: request, reason: "seen at the bank" });
  const all = await Promise.allSettled(Array.from({ length: 20 }, approve));
  expect(all.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  expect((await getWallet(ada, { resellerId: id })).wallet).toBe(250_000n);
});

test("creates one request for a form submitted twice, and allows five pending requests", async () => {
  const { ctx } = await at.reseller("affiliate", 0n);
  const twice = await Promise.all([requestFunding(ctx, wish("x")), requestFunding(ctx, wish("x"))]);
  expect(new Set(twice).size).toBe(1);
  for (const content of [wish("x", "another"), { ...wish("x"), amount: 1n }])
    await expect(requestFunding(ctx, content)).rejects.toMatchObject({ code: "ref_reused" });
  for (const ref of ["b", "c", "d", "e"]) await requestFunding(ctx, wish(ref));
  await expect(requestFunding(ctx, wish("f"))).rejects.toMatchObject({ code: "conflict" });
});

test("credits nothing and keeps the reason of a rejection, and flags a reused bank reference", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  const otherReseller = await at.reseller("affiliate", 0n);
  await requestFunding(otherReseller.ctx, wish("o", "ABC-1"));
  const request = await requestFunding(ctx, wish("r", "abc-1"));
  expect((await pendingFundingList.page(ada)).rows.find((row) => row.id === request)).toMatchObject({
    seenBefore: 1,
    reseller: { id, wallet: 0n },
  });
  await rejectFunding(ada, { id: request, reason: "It did not arrive." });
  expect((await listFundingRequests(ctx))[0]).toMatchObject({
    state: "rejected",
    reason: "It did not arrive.",
  });
  expect((await getWallet(ada, { resellerId: id })).wallet).toBe(0n);
});

test("re-encodes an image, shows it to its sender and admins only, and rejects what isn't one", async () => {
  const { ctx } = await at.reseller("affiliate", 0n);
  const otherReseller = await at.reseller("affiliate", 0n);
  const file = await photo();
  expect(file.includes("canary-exif")).toBe(true);
  const id = await requestFunding(ctx, wish(), file);
  for (const reader of [ctx, ada]) {
    const stored = Buffer.from(await getFundingImage(reader, { id }));
    expect(await sharp(stored).metadata()).toMatchObject({ format: "webp", width: 1600 });
    expect(stored.includes("canary-exif")).toBe(false);
  }
  await expect(getFundingImage(otherReseller.ctx, { id })).rejects.toMatchObject({ code: "not_found" });
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)');
  await expect(requestFunding(ctx, wish("s"), script)).rejects.toMatchObject({
    code: "invalid",
    fields: { picture: [expect.any(String)] },
  });
});

test("reads an image only for a new request within the limit", async () => {
  const { ctx } = await at.reseller("affiliate", 0n);
  const unreadable = Buffer.from("no picture");
  const first = await requestFunding(ctx, wish("a"));
  expect(await requestFunding(ctx, wish("a"), unreadable)).toBe(first);
  for (const ref of ["b", "c", "d", "e"]) await requestFunding(ctx, wish(ref));
  await expect(requestFunding(ctx, wish("f"), unreadable)).rejects.toMatchObject({ code: "conflict" });
});

test("rejects invalid amounts, and ignores further fields", async () => {
  const { ctx } = await at.reseller("affiliate", 0n);
  for (const amount of ["0", "-5", "1.234", "9999999999999", "lots"])
    await expect(requestFunding(ctx, { ...wish(), amount })).rejects.toThrow();
  const more = { ...wish("more"), state: "approved", resellerId: 1, journalId: 1 };
  await requestFunding(ctx, more);
  expect((await listFundingRequests(ctx))[0]?.state).toBe("pending");
});

test("denies resellers approval and rejection", async () => {
  const { ctx } = await at.reseller("affiliate", 0n);
  const id = await requestFunding(ctx, wish());
  await expect(approveFunding(ctx, { id, reason: "mine" })).rejects.toMatchObject({ code: "not_found" });
  await expect(rejectFunding(ctx, { id, reason: "mine" })).rejects.toMatchObject({ code: "not_found" });
  await expect(pendingFundingList.page(ctx)).rejects.toMatchObject({ code: "not_found" });
});

test("shows resellers the payment instructions", async () => {
  await changeSettings(at.system, instructionSettings, { text: "Pay to 0123456789" });
  const { ctx } = await at.reseller("affiliate", 0n);
  expect((await getPaymentInstructions(ctx)).text).toBe("Pay to 0123456789");
});
