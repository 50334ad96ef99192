import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { NEIGHBOURS } from "./testing/neighbours.ts";
import { clearPoisons, lockWallet, POISONS } from "./testing/poisons.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
const table: Record<string, Record<string, string>> = {};
beforeAll(async () => {
  stage = await openStage();
});
afterEach(() => clearPoisons(stage));
afterAll(async () => {
  console.table(table);
  await stage.close();
});

/** Serves each neighbour, and records the result. */
async function serveAll(name: string): Promise<void> {
  const row: Record<string, string> = {};
  table[name] = row;
  for (const [neighbour, serve] of Object.entries(NEIGHBOURS))
    row[neighbour] = await serve(stage).then(
      () => "served",
      (error: unknown) => String(error),
    );
  expect(Object.entries(row).filter(([, result]) => result !== "served")).toEqual([]);
  expect(Object.keys(row)).toEqual(Object.keys(NEIGHBOURS));
}

test.each(Object.entries(POISONS))("serves every neighbour beside %s", async (name, { lane, put }) => {
  await put(stage);
  await stage.until(() => stage.showsTrouble(lane));
  await serveAll(name);
});

test("serves every neighbour beside a wallet that is held", async () => {
  const letGo = await lockWallet(stage);
  try {
    await serveAll("a wallet that is held");
  } finally {
    await letGo();
  }
});
