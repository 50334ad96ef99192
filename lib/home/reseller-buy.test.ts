import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#db/client";
import { openScene } from "#lib/testing/open-scene";
import { getResellerBuy } from "./reseller-buy.ts";

const at = await openScene();

test("leaves no rejection unhandled when the database can’t be reached", async () => {
  const { ctx } = await at.reseller();
  const lost = connect(at.url);
  await lost.cut();
  const unhandled: unknown[] = [];
  const record = (error: unknown) => void unhandled.push(error);
  process.on("unhandledRejection", record);
  onTestFinished(() => void process.off("unhandledRejection", record));
  await expect(getResellerBuy({ ...ctx, db: lost.db })).rejects.toThrow();
  await nextTurn();
  expect(unhandled).toEqual([]);
});
