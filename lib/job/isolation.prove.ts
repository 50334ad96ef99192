import { afterAll, expect, test } from "vitest";
import { NEIGHBOURS } from "./testing/neighbours.ts";
import { holdWallet, POISONS } from "./testing/poisons.ts";
import { openStage, type Stage } from "./testing/stage.ts";

/** What to put there and to take away again, and the lane that shows it, where one does. */
const KINDS = [
  ...Object.entries(POISONS).map(([name, { lane, put }]) => ({
    ...{ name, lane },
    async put(stage: Stage) {
      await put(stage);
      return async () => {};
    },
  })),
  { name: "a wallet that somebody holds", lane: undefined, put: holdWallet },
];

const table: Record<string, Record<string, string>> = {};
afterAll(() => console.table(table));

test.each(KINDS)("serves every neighbour beside $name", async ({ name, lane, put }) => {
  const stage = await openStage();
  const row: Record<string, string> = {};
  table[name] = row;
  const takeAway = await put(stage);
  try {
    if (lane) await stage.until(() => stage.showsTrouble(lane));
    for (const [neighbour, serve] of Object.entries(NEIGHBOURS))
      row[neighbour] = await serve(stage).then(
        () => "served",
        (error: unknown) => String(error),
      );
    expect(Object.entries(row).filter(([, result]) => result !== "served")).toEqual([]);
    expect(Object.keys(row)).toEqual(Object.keys(NEIGHBOURS));
  } finally {
    await takeAway();
    await stage.close();
  }
});
