import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { type Scene, scene } from "#lib/testing/scene";
import { announce, endAnnouncement } from "./announce.ts";
import { announcementList, announcementsNow, MOST_AT_ONCE } from "./announcement-list.ts";

let at: Scene;
let admin: Ctx;
let visitor: Ctx;
const reason = "they called";

beforeAll(async () => {
  at = await scene();
  admin = await at.admin();
  visitor = { ...at.system, actor: { kind: "visitor" } };
});
afterEach(() => at.system.db.execute(sql`delete from announcements`));
afterAll(() => at.close());

const texts = async () => (await announcementsNow(visitor)).map(({ text }) => text);

test("what is announced is read by everybody, the latest first, until it is ended", async () => {
  const [network] = at.catalogue.networks;
  await announce(admin, { kind: "outage", networkId: network?.id, text: "MTN is down.", reason });
  await announce(admin, { kind: "news", text: "New plans are here.", reason });
  expect(await texts()).toEqual(["New plans are here.", "MTN is down."]);
  const [, outage] = await announcementsNow(visitor);
  expect(outage).toMatchObject({ kind: "outage", networkName: network?.name, endsAt: null });
  await endAnnouncement(admin, { id: outage?.id ?? 0, reason });
  expect(await texts()).toEqual(["New plans are here."]);
  await expect(endAnnouncement(admin, { id: outage?.id ?? 0, reason })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining(reason),
  });
  expect((await announcementList.page(admin, { state: "over" })).rows).toMatchObject([
    { id: outage?.id, now: false },
  ]);
  expect((await announcementList.page(admin, { state: "now" })).rows).toMatchObject([
    { kind: "news", now: true },
  ]);
});

test("what is told for an hour is over by itself", async () => {
  await announce(admin, { kind: "maintenance", text: "We look after the server.", hours: "1", reason });
  expect(await texts()).toHaveLength(1);
  await at.system.db.execute(sql`
    update announcements set made_at = made_at - interval '61 minutes', ends_at = ends_at - interval '61 minutes'`);
  expect(await texts()).toEqual([]);
  expect((await announcementList.page(admin, { state: "over" })).rows).toHaveLength(1);
});

test("no more are told at once than anybody reads, however many admins press at the same time", async () => {
  const pressed = Array.from({ length: MOST_AT_ONCE + 3 }, (_, n) =>
    announce(admin, { kind: "news", text: `Number ${n} of them.`, reason }),
  );
  const refused = (await Promise.allSettled(pressed)).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(3);
  expect(await texts()).toHaveLength(MOST_AT_ONCE);
});

test.each([
  [{ kind: "party" }, "kind"],
  [{ text: " . " }, "text"],
  [{ text: "x".repeat(281) }, "text"],
  [{ hours: "1000" }, "hours"],
  [{ networkId: 999_999 }, "networkId"],
  [{ reason: "" }, "reason"],
])("%o is refused at its field, and nobody is told", async (wrong, field) => {
  const asked = announce(admin, { kind: "news", text: "New plans.", reason, ...wrong } as never);
  await expect(asked).rejects.toSatisfy((error: { fields?: object; issues?: { path: string[] }[] }) =>
    error.fields
      ? field in error.fields
      : (error.issues?.every(({ path }) => path.join() === field) ?? false),
  );
  expect(await texts()).toEqual([]);
});

test("nobody but an admin announces, ends, or reads what is over", async () => {
  const { ctx: reseller } = await at.reseller();
  for (const other of [reseller, visitor]) {
    await expect(announce(other, { kind: "news", text: "Free data!", reason })).rejects.toMatchObject({
      name: "PortalError",
    });
    await expect(endAnnouncement(other, { id: 1, reason })).rejects.toMatchObject({ name: "PortalError" });
    expect(() => announcementList.csv(other)).toThrow();
  }
  expect(await texts()).toEqual([]);
});
