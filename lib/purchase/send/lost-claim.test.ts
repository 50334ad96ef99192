import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { listen } from "#db/listen";
import { type Door, openDoor } from "#db/testing/door";
import type { Ctx } from "#lib/core/context";
import { type Scene, scene } from "#lib/testing/scene";
import { check } from "../check.ts";
import { place } from "../place/place.ts";
import { whenSettled } from "../read/watch.ts";
import { type Dispatcher, dispatch } from "./dispatch.ts";

/** What becomes of the next reply to a claim, the only thing with an ident in it that comes over the claiming line. */
let nextReply: true | false | "silence" = true;
let at: Scene;
let door: Door;
let loop: Dispatcher;
let buyer: { id: number; ctx: Ctx };
let stop: () => void;

beforeAll(async () => {
  at = await scene();
  buyer = await at.reseller();
  door = await openDoor(at.url, (side, bytes) => {
    if (side === "client" || !bytes.includes("DT")) return true;
    const fate = nextReply;
    nextReply = true;
    return fate;
  });
  loop = dispatch(at.system, door.url);
  stop = await listen("purchase", () => loop.wake());
});
afterEach(async () => {
  expect((await check(at.system)).findings).toEqual([]);
});
afterAll(async () => {
  stop();
  await loop.stop();
  door.close();
  await at.close();
});

let refs = 0;
async function buy(): Promise<string> {
  refs += 1;
  const input = {
    ref: `r${refs}`,
    phone: "08031234567",
    channel: "web" as const,
    again: true,
    ...at.offered(),
  };
  return (await place(buyer.ctx, input)).purchase.ident;
}

test.each([
  ["cut", false],
  ["never arrives, on a line that stays half open", "silence"],
] as const)(
  "a claim that committed and whose reply is %s is unconfirmed soon, was never sent, and the next buyer is served",
  async (_, fate) => {
    nextReply = fate;
    const lost = await buy();
    expect(await whenSettled(buyer.ctx, lost, 15_000)).toMatchObject({ state: "unconfirmed" });
    expect((await at.sandbox.purchases()).filter(({ ref }) => ref === lost)).toEqual([]);
    const next = await buy();
    expect(await whenSettled(buyer.ctx, next, 15_000)).toMatchObject({ state: "successful" });
  },
);
