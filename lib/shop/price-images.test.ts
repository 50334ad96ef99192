import sharp from "sharp";
import { expect, test } from "vitest";
import { formatMoney } from "#lib/core/money/money";
import { drawCard } from "#lib/drawing/card";
import { createReceiptImage, createReceiptPdf, layoutReceiptCard, type Receipt } from "#lib/drawing/receipt";
import { getPriceList } from "#lib/price-list/get-price-list";
import { saveMarkup } from "#lib/price-list/save-markup";
import { savePlanPrice } from "#lib/price-list/save-plan-price";
import { openScene } from "#lib/testing/open-scene";
import { buildPriceCard, getPriceImage, listPriceImages } from "./price-images.ts";
import { openTestShop } from "./testing/test-shop.ts";

const at = await openScene();
const { ctx: owner } = await at.reseller();
const { ctx: shopless } = await at.reseller();
const HOSTILE = `</path><script>&"' \u202e\u0000 📱 Adé ẹọ ${"W".repeat(30)}`;
await openTestShop(owner, "ade", "10", "Adé's <Data>");

const said = (lines: readonly { kind: string; text: string; note: string; price: string }[]) =>
  lines.filter(({ kind }) => kind === "plan").map(({ text, note, price }) => `${text} ${note} ${price}`);

test("shows each plan of the shop once, at the shop's price", async () => {
  const [hidden] = (await getPriceList(owner)).plans;
  if (!hidden) throw new Error("nothing is sold");
  await savePlanPrice(owner, { planId: hidden.id, hidden: true });
  const { plans } = await getPriceList(owner);
  const { pictures, address, needsPrices } = await listPriceImages(owner, {});
  expect([address, needsPrices]).toEqual([expect.stringMatching(/\/s\/ade$/), false]);
  const prices = plans
    .filter((plan) => !plan.hidden)
    .map(({ sellingPrice }) => formatMoney(sellingPrice ?? 0n));
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
  const { networks, pictures: fewer } = await listPriceImages(owner, { network: String(hidden.networkId) });
  expect(networks.filter(({ chosen }) => chosen).map(({ id }) => id)).toEqual([hidden.networkId]);
  expect(new Set(fewer.flat().flatMap(({ kind, text }) => (kind === "head" ? [text] : [])))).toEqual(
    new Set([hidden.networkName]),
  );
});

test("shows the price list of a reseller without a shop, once there is one", async () => {
  expect(await listPriceImages(shopless, {})).toMatchObject({
    needsPrices: true,
    pictures: [],
    address: null,
  });
  await saveMarkup(shopless, { kind: "percent", value: "100" });
  const { pictures } = await listPriceImages(shopless, {});
  const { sellingPrice } =
    (await getPriceList(shopless)).plans.find(({ id }) => id === at.offered().planId) ?? {};
  expect(pictures.flat().map(({ price }) => price)).toContain(formatMoney(sellingPrice ?? 0n));
  for (const nth of [99, 0.5])
    await expect(getPriceImage(shopless, {}, nth)).rejects.toMatchObject({ code: "not_found" });
});

test("draws an image in the size of a phone's status, one at a time for each account", async () => {
  const picture = await getPriceImage(owner, {}, 1);
  expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 1080, height: 1920 });
  const card = { width: 10, height: 10, ground: "#ffffff", items: [] };
  const [first, second, third, another] = ["1", "1", "1", "2"].map((owner) => drawCard({ owner }, card));
  await expect(third).rejects.toMatchObject({ code: "rate_limited" });
  expect((await first)?.equals((await another) ?? Buffer.alloc(0))).toBe(true);
  await second;
});

test("drops characters without a glyph, and shortens long texts", async () => {
  const receipt: Receipt = {
    seller: HOSTILE,
    hue: 200,
    title: "Receipt",
    state: "Delivered",
    number: "0803 123 4567",
    plan: HOSTILE,
    price: "₦350",
    facts: [[HOSTILE, HOSTILE]],
    end: HOSTILE,
    at: new Date(0),
  };
  const picture = await createReceiptImage({ owner: "1" }, receipt);
  const { width, height } = layoutReceiptCard(receipt);
  expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width, height });
  const edge = async (of: Buffer) =>
    sharp(of)
      .extract({ left: width - 60, top: 0, width: 60, height })
      .raw()
      .toBuffer();
  const empty = { ...receipt, seller: "", plan: "", facts: [["", ""]] as const, end: "" };
  expect((await edge(picture)).equals(await edge(await createReceiptImage({ owner: "1" }, empty)))).toBe(
    true,
  );
  expect((await createReceiptPdf({ owner: "1" }, receipt)).subarray(0, 5).toString()).toBe("%PDF-");
  const { pictures, ...all } = await listPriceImages(owner, {});
  expect(buildPriceCard({ ...all, seller: HOSTILE }, pictures[0] ?? []).items.length).toBeGreaterThan(20);
});
