import { afterAll, expect, test } from "vitest";
import { listen } from "#db/listen";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { modules } from "#lib/modules";
import { judgeFailureText } from "#lib/outage/judge-failure-text";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { listActionItems } from "./action-items.ts";
import { countOutcomes } from "./count-outcomes.ts";
import { readDeliveryBoard } from "./delivery-board.ts";
import { readHourlySales } from "./hourly-sales.ts";

const at = await openScene();
const buyer = (await at.reseller()).ctx;
const admin = await at.admin();
const running = runDispatcher(at.system);
await listen("purchase", () => running.wake());
afterAll(async () => {
  await running.stop();
});

async function buy(ref: string, phone = "08031234567") {
  const bought = { ref, phone, channel: "web" as const, again: true };
  const { ident } = (await placePurchase(buyer, { ...bought, ...at.offered(0) })).purchase;
  await waitUntilSettled(buyer, ident, TEST_TIMEOUT_MS);
}

/** One test, since the figures are of all purchases: those that are sent, a doubtful text, and those that wait. */
test("counts sent and queued purchases for admins only, and asks whose fault a doubtful failure is", async () => {
  await buy("first");
  await at.sandbox.order({ execute: "fail", text: "Network busy" });
  await buy("second");
  await at.sandbox.order({ execute: "fail", text: "Number 0803 is not eligible" });
  await buy("third");
  const { quarters, networks, failures } = await readDeliveryBoard(admin);
  expect(quarters).toHaveLength(6);
  expect(quarters).toEqual(quarters.toSorted((a, b) => b.getTime() - a.getTime()));
  const sums = networks[0]?.outcomes.reduce((sum, { delivered, failed, open }) => ({
    delivered: sum.delivered + delivered,
    failed: sum.failed + failed,
    open: sum.open + open,
  }));
  expect(sums).toEqual({ delivered: 1, failed: 2, open: 0 });
  const plan = at.catalogue.plans.get(at.offered(0).planId);
  const line = networks[0]?.lines.find(({ typeId }) => typeId === plan?.typeId);
  expect(line?.outcomes).toEqual(networks[0]?.outcomes);
  expect(line).toMatchObject({ outage: null, plans: expect.any(Number), queued: { count: 0, amount: 0n } });
  const texts = failures.map(({ text, count, fault, state }) => ({ text, count, fault, state }));
  expect(texts).toEqual(
    expect.arrayContaining([
      { text: "number # is not eligible", count: 1, fault: "recipient", state: "failed" },
      { text: "network busy", count: 1, fault: "network", state: "failed" },
    ]),
  );
  const { today, yesterday } = await readHourlySales(admin);
  const sumOf = (hours: readonly bigint[]) => hours.reduce((sum, sales) => sum + sales, 0n);
  expect(sumOf([...today, ...yesterday])).toBe(at.offered(0).price);
  await expect(readDeliveryBoard(buyer)).rejects.toMatchObject({ code: "not_found" });
  const hour = { since: new Date(Date.now() - 3_600_000) };
  expect(await countOutcomes(admin, hour)).toEqual({ delivered: 1, failed: 2, open: 0 });
  expect((await countOutcomes(admin, { since: new Date(Date.now() + 60_000) })).delivered).toBe(0);
  await expect(countOutcomes(buyer, hour)).rejects.toMatchObject({ code: "not_found" });
  await expect(readHourlySales(buyer)).rejects.toMatchObject({ code: "not_found" });

  const text = "number # is not eligible";
  const find = async () => (await readDeliveryBoard(admin)).failures.find((each) => each.text === text);
  const titles = async () => (await listActionItems(admin, modules)).map(({ title }) => title);
  expect(await find()).toMatchObject({ isDecided: false, isDoubtful: false });
  for (let n = 0; n < 5; n += 1) {
    await at.sandbox.order({ execute: "fail", text: "Number 0803 is not eligible" });
    await buy(`doubt ${n}`, `0803765432${n}`);
  }
  expect(await find()).toMatchObject({ count: 6, fault: "recipient", isDecided: false, isDoubtful: true });
  expect(await titles()).toContain("Decide whose fault failures are");
  await judgeFailureText(admin, { text, fault: "recipient" });
  expect(await find()).toMatchObject({ fault: "recipient", isDecided: true, isDoubtful: false });
  expect(await titles()).not.toContain("Decide whose fault failures are");

  const offered = at.offered(0);
  await running.stop();
  const waiting = { channel: "web" as const, again: true, phone: "08031234568", ...offered };
  for (const ref of ["queued", "queued-too"]) await placePurchase(buyer, { ...waiting, ref });
  const later = (await readDeliveryBoard(admin)).networks[0]?.lines;
  expect(later?.find(({ typeId }) => typeId === plan?.typeId)?.queued).toEqual({
    count: 2,
    amount: offered.price * 2n,
  });
});
