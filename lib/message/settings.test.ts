import { expect, test } from "vitest";
import { setMessagePayer } from "#lib/account/reseller/change-reseller";
import { getReseller } from "#lib/account/reseller/read-resellers";
import { getShop } from "#lib/shop/get-shop";
import { getShopMessages, setShopMessages } from "./shop-messages.ts";
import { openMessageScene } from "./testing/message-scene.ts";

const scene = await openMessageScene();
const { at, set } = scene;

test("offers a shop’s customers the medium that its reseller chose at the shown price", async () => {
  await set({ orderPayer: "wallet" });
  const { owner, slug } = await scene.openShop({ medium: "whatsapp" });
  const messageBy = async () => (await getShop(scene.visitor(), { slug })).messageBy;
  expect(await messageBy()).toBe("whatsapp");
  expect(await getShopMessages(owner.ctx)).toEqual({
    medium: "whatsapp",
    choices: [
      { medium: "sms", price: 800n },
      { medium: "whatsapp", price: 1_200n },
    ],
    priceRose: false,
    renewals: false,
  });
  await set({ orderPayer: "wallet", whatsappPrice: 1_300n });
  expect(await messageBy()).toBe(null);
  expect((await getShopMessages(owner.ctx)).priceRose).toBe(true);
  const choose = (whatsappPrice: bigint) => setShopMessages(owner.ctx, { medium: "whatsapp", whatsappPrice });
  await expect(choose(1_200n)).rejects.toMatchObject({ code: "price_changed", facts: { price: 1_300n } });
  await choose(1_300n);
  expect(await messageBy()).toBe("whatsapp");
  await setShopMessages(owner.ctx, { medium: "" });
  expect(await messageBy()).toBe(null);
  await set({ enabled: false });
  expect((await getShopMessages(owner.ctx)).choices).toEqual([]);
  await expect(choose(1_300n)).rejects.toMatchObject({ code: "conflict" });
});

test("lets an admin choose the payer for one reseller, who agrees to the price before paying", async () => {
  const [paid, free] = [await scene.openShop(), await scene.openShop()];
  const admin = await at.admin();
  const choose = async (payer: "" | "operator" | "wallet", { owner }: typeof paid) => {
    const { version } = await getReseller(admin, { resellerId: owner.id });
    await setMessagePayer(admin, { resellerId: owner.id, version, payer, reason: "agreed" });
  };
  const offered = async ({ slug }: typeof paid) => (await getShop(scene.visitor(), { slug })).messageBy;
  await choose("wallet", paid);
  expect(await offered(paid)).toBe(null);
  expect(await getShopMessages(paid.owner.ctx)).toMatchObject({
    priceRose: true,
    choices: [{ price: 800n }, {}],
  });
  const unpaid = await scene.delivered(paid);
  await setShopMessages(paid.owner.ctx, { medium: "sms", smsPrice: 800n });
  expect(await offered(paid)).toBe("sms");
  const [first, second] = [await scene.delivered(paid), await scene.delivered(free)];
  await scene.sendDue();
  expect(await scene.messageOf(unpaid.phone)).toBeUndefined();
  expect(await scene.messageOf(first.phone)).toMatchObject({ payer: "wallet", price: "800" });
  expect(await scene.messageOf(second.phone)).toMatchObject({ payer: "operator", journal_id: null });
  await set({ orderPayer: "wallet" });
  expect(await offered(free)).toBe(null);
  await choose("operator", free);
  expect(await offered(free)).toBe("sms");
  await choose("", free);
  expect(await offered(free)).toBe(null);
  await scene.ledgerHolds();
});

test("rejects a choice without a shop", async () => {
  const { ctx } = await at.reseller();
  await expect(setShopMessages(ctx, { medium: "sms", smsPrice: 800n })).rejects.toMatchObject({
    code: "not_found",
  });
});
