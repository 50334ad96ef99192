import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawCard } from "#lib/core/card";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money";
import { type Receipt, receiptCard, receiptPaper, receiptPicture } from "#lib/core/receipt";
import { type Scene, scene } from "#lib/testing/scene";
import { priceList } from "./price-list.ts";
import { priceCard, pricePicture, pricePictures } from "./price-pictures.ts";
import { savePlan } from "./save-plan.ts";
import { openShop } from "./save-shop.ts";

let at: Scene;
let owner: Ctx;
let shopless: Ctx;
const HOSTILE = `</path><script>&"' \u202e\u0000 📱 Adé ẹọ ${"W".repeat(30)}`;
beforeAll(async () => {
  at = await scene();
  owner = (await at.reseller()).ctx;
  shopless = (await at.reseller()).ctx;
  await openShop(owner, {
    ...{ name: "Adé's <Data>", slug: "ade", phone: "08031234567", markup: "10" },
    payments: [{ kind: "cash", where: "12 Allen Avenue." }],
  });
});
afterAll(() => at.close());

const said = (lines: readonly { kind: string; text: string; note: string; price: string }[]) =>
  lines.filter(({ kind }) => kind === "plan").map(({ text, note, price }) => `${text} ${note} ${price}`);

test("the pictures show each plan of the shop once, at the shop's price", async () => {
  const [hidden] = (await priceList(owner)).plans;
  if (!hidden) throw new Error("nothing is sold");
  await savePlan(owner, {
    planId: hidden.planId,

    hidden: true,
    pricing: "rules",
  });
  const { plans } = await priceList(owner);
  const { pictures, address, needsMarkup } = await pricePictures(owner, {});
  expect([address, needsMarkup]).toEqual([expect.stringMatching(/\/s\/ade$/), false]);
  const prices = plans
    .filter((plan) => !plan.hidden)
    .map(({ retail }) => formatMoney(retail).replace(/\.00$/, ""));
  expect(pictures.flatMap(said)).toHaveLength(prices.length);
  expect(
    pictures
      .flat()
      .flatMap(({ kind, price }) => (kind === "plan" ? [price] : []))
      .toSorted(),
  ).toEqual(prices.toSorted());
  for (const picture of pictures) {
    expect(picture.length).toBeLessThanOrEqual(16);
    expect(picture[0]?.kind).toBe("head");
    expect(picture.at(-1)?.kind).toBe("plan");
  }
  const { networks, pictures: fewer } = await pricePictures(owner, { network: String(hidden.networkId) });
  expect(networks.filter(({ chosen }) => chosen).map(({ id }) => id)).toEqual([hidden.networkId]);
  expect(new Set(fewer.flat().flatMap(({ kind, text }) => (kind === "head" ? [text] : [])))).toEqual(
    new Set([hidden.networkName]),
  );
});

test("who has no shop names a markup, and gets nothing without one that makes sense", async () => {
  for (const markup of [undefined, "", "abc", "-5", "99999%", "1e9"])
    expect(await pricePictures(shopless, { markup })).toMatchObject({
      needsMarkup: true,
      pictures: [],
      address: null,
    });
  const { price } = at.offered();
  const shown = async (markup: string) =>
    (await pricePictures(shopless, { markup })).pictures.flat().map((line) => line.price);
  expect(await shown("50")).toContain(formatMoney(price + 5_000n).replace(/\.00$/, ""));
  expect(await shown("100%")).toContain(formatMoney(price * 2n).replace(/\.00$/, ""));
  await expect(pricePicture(shopless, { markup: "50" }, 99)).rejects.toMatchObject({ code: "not_found" });
  await expect(pricePicture(shopless, { markup: "50" }, 0.5)).rejects.toMatchObject({ code: "not_found" });
});

test("a picture is as large as a phone's status, and each account has one drawn at a time", async () => {
  const picture = await pricePicture(owner, {}, 1);
  expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 1080, height: 1920 });
  const card = { width: 10, height: 10, ground: "#ffffff", items: [] };
  const [first, second, another] = [drawCard("1", card), drawCard("1", card), drawCard("2", card)];
  await expect(second).rejects.toMatchObject({ code: "rate_limited" });
  expect((await first).equals(await another)).toBe(true);
});

test("what cannot be written is left out, and what is too long is made to fit", async () => {
  const receipt: Receipt = {
    ...{
      seller: HOSTILE,
      hue: 200,
      title: "Receipt",
      state: "Delivered",
      number: "0803 123 4567",
      plan: HOSTILE,
      price: "₦350.00",
    },
    ...{ facts: [[HOSTILE, HOSTILE]], end: HOSTILE, at: new Date(0) },
  };
  const picture = await receiptPicture("1", receipt);
  const { width, height } = receiptCard(receipt);
  expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width, height });
  const edge = async (of: Buffer) =>
    sharp(of)
      .extract({ left: width - 60, top: 0, width: 60, height })
      .raw()
      .toBuffer();
  const empty = { ...receipt, seller: "", plan: "", facts: [["", ""]] as const, end: "" };
  expect((await edge(picture)).equals(await edge(await receiptPicture("1", empty)))).toBe(true);
  expect((await receiptPaper("1", receipt)).subarray(0, 5).toString()).toBe("%PDF-");
  const { pictures, ...all } = await pricePictures(owner, {});
  expect(priceCard({ ...all, seller: HOSTILE }, pictures[0] ?? []).items.length).toBeGreaterThan(20);
});
