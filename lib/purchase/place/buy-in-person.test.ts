import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setPin } from "#lib/account/pin/set-pin";
import { issueToken } from "#lib/account/token/issue";
import type { Ctx } from "#lib/core/context";
import { everything } from "#lib/testing/everything";
import { type Scene, scene } from "#lib/testing/scene";
import { buyInPerson } from "./buy-in-person.ts";
import { place } from "./place.ts";

let at: Scene;
beforeAll(async () => {
  at = await scene();
});
afterAll(() => at.close());

const order = () => ({ ref: randomUUID(), phone: "08031234567", again: true, ...at.offered() });
const bought = async (id: number) =>
  (await at.system.db.execute(sql`select from purchases where reseller_id = ${id}`)).length;

test("a purchase in the browser takes the PIN; a wrong one moves nothing", async () => {
  const { id, ctx } = await at.reseller();
  await setPin(ctx, { pin: "4711" });
  const before = await everything(at.system, ["public.buying_pins"]);
  for (const pin of [undefined, "", "4712"])
    await expect(buyInPerson(ctx, { ...order(), pin })).rejects.toMatchObject({
      code: "invalid",
      fields: { pin: [expect.any(String)] },
    });
  expect(await everything(at.system, ["public.buying_pins"])).toBe(before);
  await buyInPerson(ctx, { ...order(), pin: "4711" });
  expect(await bought(id)).toBe(1);
});

test("while it is locked nothing is bought, by the right one neither", async () => {
  const { id, ctx } = await at.reseller();
  await setPin(ctx, { pin: "4711" });
  const all = await Promise.allSettled(
    ["9001", "9002", "9003", "9004"].map((pin) => buyInPerson(ctx, { ...order(), pin })),
  );
  expect(all.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  await expect(buyInPerson(ctx, { ...order(), pin: "4711" })).rejects.toMatchObject({ code: "rate_limited" });
  expect(await bought(id)).toBe(0);
});

test("a program is not asked: it buys by its token", async () => {
  const { id, ctx } = await at.reseller("api");
  await setPin(ctx, { pin: "4711" });
  const { id: tokenId } = await issueToken(at.system, { resellerId: id, name: "Shop" });
  const actor = { kind: "token", id, email: "", level: "api", tokenId, test: false } as const;
  const program: Ctx = { ...ctx, actor };
  await place(program, { ...order(), ...at.offered(0, "api"), channel: "api" });
  expect(await bought(id)).toBe(1);
  await expect(buyInPerson(program, order())).rejects.toMatchObject({ code: "not_found" });
});
