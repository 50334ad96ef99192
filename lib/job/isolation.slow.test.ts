import { afterAll, expect, test } from "vitest";
import { NEIGHBOURS } from "./testing/neighbours.ts";
import { lockWallet, POISONS } from "./testing/poisons.ts";
import { openStage } from "./testing/stage.ts";

let letGo = async () => {};

const stage = await openStage();
letGo = await lockWallet(stage);
for (const { put } of Object.values(POISONS)) await put(stage);
afterAll(async () => {
  await letGo();
  await stage?.close();
});

test.each(Object.entries(POISONS))("shows %s in its lane", async (_name, { lane }) => {
  await stage.until(() => stage.showsTrouble(lane));
});

test.each(Object.entries(NEIGHBOURS))(
  "serves %s while all kinds of poison are under way",
  async (_name, serve) => {
    await serve(stage);
    for (const lane of ["payments_paystack", "batches"] as const)
      expect(await stage.showsTrouble(lane), lane).toBe(true);
  },
);
