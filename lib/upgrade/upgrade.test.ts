import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { setPin } from "#lib/account/pin/set-pin";
import { changeLevel } from "#lib/account/reseller/change-reseller";
import type { Ctx, Level } from "#lib/core/context";
import { handleEvents } from "#lib/event/testing/handle-events";
import { getWallet } from "#lib/ledger/wallet";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { createNotificationList } from "#lib/notification/notification-list";
import { closeReseller } from "#lib/reseller/restrict-reseller";
import { checkPurchases } from "#lib/sales/check-purchases";
import { closeDays } from "#lib/sales/close-days";
import { dailyCloseList } from "#lib/sales/daily-close-list";
import { getOtherEarnings, getProfit } from "#lib/sales/profit";
import { walletStatement } from "#lib/sales/wallet-statement";
import { deliverPurchase } from "#lib/testing/deliver-purchase";
import { openScene } from "#lib/testing/open-scene";
import { rejectRow } from "#lib/testing/reject-row";
import { asReseller } from "#lib/testing/scene";
import { approveReachedUpgrades } from "./approve-reached-upgrades.ts";
import { type BuyUpgradeInput, buyUpgrade } from "./buy-upgrade.ts";
import { approveUpgrade, rejectUpgrade } from "./decide-upgrade.ts";
import { getUpgrade, listLevelSteps } from "./get-upgrade.ts";
import { requestUpgrade } from "./request-upgrade.ts";
import { upgradeList } from "./upgrade-list.ts";
import { listUpgradeOffers, setUpgradeOffer } from "./upgrade-offer.ts";

const at = await openScene();
const ada = await at.admin();
let refs = 0;

const offer = async (level: Level, wanted: { open?: "yes" | "no"; price?: bigint; volume?: bigint } = {}) => {
  const { version = 0 } = (await listUpgradeOffers(ada)).find((each) => each.level === level) ?? {};
  const { open = "yes", price = null, volume = null } = wanted;
  await setUpgradeOffer(ada, { level: level as "api", open, price, volume, version, reason: "as agreed" });
};
const ask = (ctx: Ctx, from: Level = "affiliate", level: Level = "top_user", ref = `r${++refs}`) =>
  requestUpgrade(ctx, { ref, from, level: level as "top_user" });
const buy = (ctx: Ctx, wanted: Partial<BuyUpgradeInput> = {}) =>
  buyUpgrade(ctx, { ref: `b${++refs}`, from: "affiliate", level: "top_user", price: 500_000n, ...wanted });
const levelOf = async (id: number) =>
  (await at.system.db.execute<{ level: Level }>(sql`select level from resellers where id = ${id}`))[0]?.level;
const walletOf = async (id: number) => (await getWallet(ada, { resellerId: id })).wallet;
const charges = async (id: number) =>
  (await walletStatement(id).page(ada, { kind: "upgrade" })).rows.map(({ amount, reason }) => [
    amount,
    reason,
  ]);
const findRequest = async (id: number) => {
  const [row] = await at.system.db.execute<{ id: string; state: string; reason: string }>(
    sql`select id, state, reason from level_upgrades where reseller_id = ${id} order by id desc limit 1`,
  );
  return { ...row, id: Number(row?.id) };
};
const booksHold = async () => expect((await checkPurchases(at.system)).findings).toEqual([]);
const versionOf = async (id: number) =>
  Number(
    (await at.system.db.execute<{ version: number }>(sql`select version from resellers where id = ${id}`))[0]
      ?.version,
  );

beforeEach(async () => {
  for (const level of ["affiliate", "top_user", "api"] as const) await offer(level, { open: "no" });
});

test("offers nothing until the operator sets it", async () => {
  const { ctx } = await at.reseller();
  expect((await getUpgrade(ctx)).next).toBeNull();
  expect(await listLevelSteps(ctx)).toEqual([]);
  await expect(ask(ctx)).rejects.toMatchObject({ code: "conflict" });
  await expect(buy(ctx)).rejects.toMatchObject({ code: "conflict" });
});

test("lists the offered levels above a reseller's, the next first", async () => {
  const { ctx } = await at.reseller();
  await offer("api", { price: 500_000n });
  await offer("top_user", { volume: 40_000_000n });
  expect(await listLevelSteps(ctx)).toEqual([
    { level: "top_user", price: null, volume: 40_000_000n },
    { level: "api", price: 500_000n, volume: null },
  ]);
});

test("charges a level once for a repeated form, concurrent or later, and names it in the statement", async () => {
  await offer("top_user", { price: 500_000n });
  const { id, ctx } = await at.reseller("affiliate", 2_000_000n);
  await Promise.all(Array.from({ length: 10 }, () => buy(ctx, { ref: "once" })));
  await buy(ctx, { ref: "once" });
  for (const content of [{ price: 1n }, { from: "smart_earner" as const }, { level: "api" as const }])
    await expect(buy(ctx, { ref: "once", ...content })).rejects.toMatchObject({ code: "ref_reused" });
  await expect(ask(ctx, "affiliate", "top_user", "once")).rejects.toMatchObject({ code: "ref_reused" });
  expect(await levelOf(id)).toBe("top_user");
  expect(await walletOf(id)).toBe(1_500_000n);
  expect(await charges(id)).toEqual([[-500_000n, "Level Top user"]]);
  expect(await getOtherEarnings(ctx, await getProfit(ctx, {}))).toEqual({
    upgrades: 500_000n,
    referrals: 0n,
  });
  await booksHold();
});

test("names the income of a day's upgrades in its close, beside the margin", async () => {
  await offer("top_user", { price: 500_000n });
  const { id, ctx } = await at.reseller("affiliate", 2_000_000n);
  await buy(ctx);
  const { db } = at.system;
  await db.execute(sql`alter table journals disable trigger journals_append_only`);
  await db.execute(sql`update journals set at = at - interval '2 days' where reseller_id = ${id}`);
  await db.execute(sql`alter table journals enable trigger journals_append_only`);
  await closeDays(at.system, async () => []);
  const sold = (await dailyCloseList.page(ada)).rows.filter(({ upgrades }) => upgrades !== 0n);
  expect(sold).toMatchObject([{ margin: 0n, upgrades: 500_000n, referrals: 0n }]);
});

test("charges a level once for forms of two pages sent at once", async () => {
  await offer("top_user", { price: 500_000n });
  await offer("api", { price: 500_000n });
  const { id, ctx } = await at.reseller("affiliate", 2_000_000n);
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => buy(ctx)));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of all)
    if (result.status === "rejected")
      expect(result.reason).toMatchObject({ code: "conflict", message: expect.stringContaining("Top user") });
  expect(await levelOf(id)).toBe("top_user");
  expect(await walletOf(id)).toBe(1_500_000n);
  await booksHold();
});

test("charges nothing at another price, without enough money, without the PIN or for a level that isn't next", async () => {
  await offer("top_user", { price: 500_000n });
  const { id, ctx } = await at.reseller("affiliate", 499_999n);
  await expect(buy(ctx)).rejects.toMatchObject({ code: "insufficient_funds", facts: { missing: 1n } });
  await expect(buy(ctx, { price: 400_000n })).rejects.toMatchObject({
    code: "price_changed",
    facts: { price: 500_000n },
  });
  await expect(buy(ctx, { level: "api" })).rejects.toMatchObject({ code: "conflict" });
  await expect(buy(ctx, { from: "smart_earner" })).rejects.toMatchObject({ code: "conflict" });
  await setPin(ctx, { pin: "4826" });
  await expect(buy(ctx, { pin: "1111" })).rejects.toHaveProperty("fields.pin");
  expect(await levelOf(id)).toBe("affiliate");
  expect(await charges(id)).toEqual([]);
  await booksHold();
});

test("either charges or sees the level that an admin sets at the same time", async () => {
  await offer("top_user", { price: 500_000n });
  for (let round = 0; round < 5; round++) {
    const { id, ctx } = await at.reseller("affiliate", 2_000_000n);
    const change = { resellerId: id, version: await versionOf(id), reason: "by hand", level: "api" as const };
    const [bought, set] = await Promise.allSettled([buy(ctx), changeLevel(ada, change)]);
    // One of the two was first; the other found a changed reseller.
    expect([bought.status, set.status].sort()).toEqual(["fulfilled", "rejected"]);
    expect(await levelOf(id)).toBe(bought.status === "fulfilled" ? "top_user" : "api");
    expect(await walletOf(id)).toBe(bought.status === "fulfilled" ? 1_500_000n : 2_000_000n);
  }
  await booksHold();
});

test("puts a request before admins, once, and decides it once", async () => {
  await offer("top_user");
  const { id, ctx } = await at.reseller();
  expect(await ask(ctx, "affiliate", "top_user", "same")).toBe("pending");
  expect(await ask(ctx, "affiliate", "top_user", "same")).toBe("pending");
  await expect(ask(ctx)).rejects.toMatchObject({ code: "conflict" });
  const [row] = (await upgradeList.page(ada)).rows.filter(({ reseller }) => reseller.id === id);
  expect(row).toMatchObject({ fromLevel: "affiliate", toLevel: "top_user", price: null });
  const decision = { id: row?.id ?? 0, reason: "a good customer" };
  const all = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => approveUpgrade(ada, decision)),
    ...Array.from({ length: 6 }, () => rejectUpgrade(ada, decision)),
  ]);
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const { state } = await findRequest(id);
  expect(await levelOf(id)).toBe(state === "approved" ? "top_user" : "affiliate");
  expect(await charges(id)).toEqual([]);
});

test("tells the reseller the reason of a rejection, and takes another request only after a while", async () => {
  await offer("top_user");
  const { id, ctx } = await at.reseller();
  await ask(ctx);
  await rejectUpgrade(ada, { id: (await findRequest(id)).id, reason: "Not enough sales yet." });
  const { requests, requestableFrom } = await getUpgrade(ctx);
  expect(requests[0]).toMatchObject({ state: "rejected", reason: "Not enough sales yet." });
  expect(Number(requestableFrom) - Number(requests[0]?.decidedAt)).toBe(7 * 24 * 3_600_000);
  await handleEvents(at.system);
  const [note] = (await createNotificationList(NOTIFICATION_KINDS).page(ctx, {})).rows;
  expect(note).toMatchObject({ text: expect.stringContaining("Not enough sales yet.") });
  await expect(ask(ctx)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("7 days"),
  });
  expect(await levelOf(id)).toBe("affiliate");
});

const CHANGES = {
  "an admin sets the level": async (resellerId: number) =>
    changeLevel(ada, {
      ...{ resellerId, version: await versionOf(resellerId), reason: "by hand", level: "smart_earner" },
    }),
  "an admin closes the account": async (resellerId: number) =>
    closeReseller(ada, { resellerId, version: await versionOf(resellerId), reason: "as asked" }),
};

test.each(Object.entries(CHANGES))(
  "ends a request once when %s, which is approved no more",
  async (_how, change) => {
    const { price } = at.offered();
    await offer("top_user", { volume: 1000n * price });
    const { id, ctx } = await at.reseller();
    const untouched = await at.reseller();
    for (const reseller of [ctx, untouched.ctx]) {
      await deliverPurchase(at, reseller);
      expect(await ask(reseller)).toBe("pending");
    }
    const request = await findRequest(id);
    const before = await levelOf(id);
    await change(id);
    const after = await levelOf(id);
    // Before the event is handled, too.
    await offer("top_user", { volume: price });
    const decide = () => approveUpgrade(ada, { id: request.id, reason: "late" });
    await expect(decide()).rejects.toMatchObject({ code: "conflict" });
    expect(await approveReachedUpgrades(at.system)).toBe(1);
    expect([await levelOf(id), await levelOf(untouched.id)]).toEqual([after, "top_user"]);
    await Promise.all([handleEvents(at.system), handleEvents(at.system)]);
    expect(await findRequest(id)).toMatchObject({ state: "ended" });
    await expect(decide()).rejects.toMatchObject({ code: "conflict" });
    expect(
      await at.system.db.execute(sql`
      select actor, before, after from audit where action = 'upgrade.ended' and reseller_id = ${id}`),
    ).toEqual([
      {
        actor: "system:upgrade",
        before: { state: "pending", level: before },
        after: { state: "ended", level: after },
      },
    ]);
  },
);

test("approves by volume at once, or when it is reached later, as the operator's rule", async () => {
  const { price } = at.offered();
  await offer("top_user", { volume: 2n * price });
  const { id, ctx } = await at.reseller();
  await deliverPurchase(at, ctx);
  expect(await ask(ctx)).toBe("pending");
  expect(await approveReachedUpgrades(at.system)).toBe(0);
  await deliverPurchase(at, ctx);
  await Promise.all([approveReachedUpgrades(at.system), approveReachedUpgrades(at.system)]);
  expect(await levelOf(id)).toBe("top_user");
  const busy = await at.reseller();
  await deliverPurchase(at, busy.ctx);
  await deliverPurchase(at, busy.ctx);
  expect(await ask(busy.ctx)).toBe("approved");
  expect(await levelOf(busy.id)).toBe("top_user");
  const [record] = await at.system.db.execute(
    sql`select actor from audit where action = 'reseller.level' and reseller_id = ${busy.id}`,
  );
  expect(record).toMatchObject({ actor: "system:upgrade" });
});

test("approves the others when one in the middle fails", async () => {
  const { price } = at.offered();
  await offer("top_user", { volume: 2n * price });
  const some = [await at.reseller(), await at.reseller(), await at.reseller()];
  for (const { ctx } of some) {
    await deliverPurchase(at, ctx);
    expect(await ask(ctx)).toBe("pending");
    await deliverPurchase(at, ctx);
  }
  const accept = await rejectRow(at.system, "resellers", `old.id = ${some[1]?.id}`);
  await expect(approveReachedUpgrades(at.system)).rejects.toMatchObject({ cause: { message: "a bad row" } });
  await accept();
  const levels = await Promise.all(some.map(({ id }) => levelOf(id)));
  expect(levels).toEqual(["top_user", "affiliate", "top_user"]);
  expect(await approveReachedUpgrades(at.system)).toBe(1);
});

test("shows what the next level would have saved this month, from the prices when each was bought", async () => {
  await offer("top_user", { volume: 100_000_000n });
  const { id, ctx } = await at.reseller();
  const { planId, price } = at.offered();
  const planned = at.catalogue.plans.get(planId)?.amounts.top_user ?? 0n;
  await deliverPurchase(at, ctx);
  await deliverPurchase(at, ctx);
  // The level's price rises now, which changes nothing about earlier purchases.
  await at.system.db.execute(sql`
    insert into plan_prices (plan_id, version, at, cost, smart_earner, affiliate, top_user, api)
    values (${planId}, 999, clock_timestamp(), 1, ${price}, ${price}, ${price}, ${price})`);
  const { next } = await getUpgrade(await asReseller(at.system, id));
  expect(next).toMatchObject({
    level: "top_user",
    volume: 100_000_000n,
    reached: 2n * price,
    savings: {
      recent: { count: 2, spent: 2n * price, saving: 2n * (price - planned) },
      current: { count: 2, spent: 2n * price, saving: 2n * (price - planned) },
      previous: { count: 0, saving: 0n },
    },
  });
  expect(next && next.savings.current.saving > 0n).toBe(true);
});

test("proves each charge from the outside", async () => {
  const { id } = await at.reseller("affiliate", 2_000_000n);
  const uncharged = at.system.db.execute(sql`
    insert into level_upgrades (reseller_id, ref, from_level, to_level, volume, saving, price, state, journal_id, decided_at)
    select ${id}, 'x', 'affiliate', 'api', 0, 0, 5, 'approved', max(id), now() from journals where reseller_id = ${id}`);
  await expect(uncharged).rejects.toMatchObject({
    cause: { constraint_name: "level_upgrades_check_charged" },
  });
});
