import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { openScene } from "#lib/testing/open-scene";
import { getEmployerName, getLeftToday } from "./own-helper.ts";
import { addHelper } from "./testing/add-helper.ts";

const at = await openScene();
const plan = at.offered();
const owner = await at.reseller();

test("names to a helper the reseller for whom they sell", async () => {
  const [{ name } = {}] = await at.system.db.execute<{ name: string }>(
    `select name from accounts where id = ${owner.id}`,
  );
  const bisi = await addHelper(owner.ctx);
  expect(await getEmployerName(bisi.ctx)).toBe(name);
  expect(await getEmployerName(owner.ctx)).toBeUndefined();
});

test("shows the rest of the daily limit only to a helper who sees costs", async () => {
  const dailyLimit = plan.price + 700n;
  const [bisi, chidi, dayo] = [
    await addHelper(owner.ctx, { dailyLimit, permissions: ["cost"] }),
    await addHelper(owner.ctx, { dailyLimit }),
    await addHelper(owner.ctx, { permissions: ["cost"] }),
  ];
  expect(await getLeftToday(bisi.ctx)).toBe(dailyLimit);
  for (const { ctx } of [bisi, chidi, dayo])
    await placePurchase(ctx, {
      ...plan,
      ref: randomUUID(),
      phone: "08031234567",
      channel: "web",
      again: true,
    });
  expect(await getLeftToday(bisi.ctx)).toBe(700n);
  for (const { ctx } of [chidi, dayo, owner]) expect(await getLeftToday(ctx)).toBeNull();
});
