import { afterAll, beforeAll, expect, test } from "vitest";
import { NEIGHBOURS } from "./testing/neighbours.ts";
import { lockWallet, POISONS } from "./testing/poisons.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
let letGo = async () => {};

beforeAll(async () => {
  stage = await openStage();
  letGo = await lockWallet(stage);
  for (const { put } of Object.values(POISONS)) await put(stage);
});
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
