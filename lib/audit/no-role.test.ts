import sharp from "sharp";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { getFundingImage } from "#lib/funding/funding-view";
import { getPaymentInstructions } from "#lib/funding/payment-instructions";
import { requestFunding } from "#lib/funding/request-funding";
import { watchWallet } from "#lib/ledger/wallet";
import { getPurchaseFilterOptions } from "#lib/purchase/read/purchase-filter";
import { openScene } from "#lib/testing/open-scene";

const at = await openScene();

const READS: Record<string, (ctx: Ctx, id: number) => Promise<unknown>> = {
  "a payment's picture": (ctx, id) => getFundingImage(ctx, { id }),
  "the payment instructions": getPaymentInstructions,
  "the filters of purchases": getPurchaseFilterOptions,
  "changes of wallets": (ctx) => watchWallet(ctx, () => {}),
};

test.each(Object.entries(READS))("denies %s to an admin without a role", async (_what, read) => {
  const { ctx } = await at.reseller("affiliate", 0n);
  const picture = sharp({ create: { width: 30, height: 40, channels: 3, background: "white" } });
  const wish = { ref: "a", amount: "2,500.00", bankReference: "TRF a" };
  const id = await requestFunding(ctx, wish, await picture.jpeg().toBuffer());
  const admin = await at.admin();
  const roleless: Ctx = { ...admin, actor: { ...admin.actor, permissions: [] } as Ctx["actor"] };
  await expect(read(roleless, id)).rejects.toMatchObject({ code: "forbidden", facts: { permission: "see" } });
  const end = await read(admin, id);
  if (typeof end === "function") await end();
});
