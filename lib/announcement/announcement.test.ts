import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { handleEvents } from "#lib/event/testing/handle-events";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { createNotificationList } from "#lib/notification/notification-list";
import { openScene } from "#lib/testing/open-scene";
import {
  announcementList,
  listCurrentAnnouncements,
  MAX_CURRENT_ANNOUNCEMENTS,
} from "./announcement-list.ts";
import { endAnnouncement, publishAnnouncement } from "./publish-announcement.ts";

const reason = "they called";

const at = await openScene();
const admin = await at.admin();
const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
afterEach(() => at.system.db.execute(sql`delete from announcements`));

const texts = async () => (await listCurrentAnnouncements(visitor)).map(({ text }) => text);

test("shows announcements to everyone, the latest first, until an admin ends them", async () => {
  const [network] = at.catalogue.networks;
  await publishAnnouncement(admin, { kind: "outage", networkId: network?.id, text: "MTN is down.", reason });
  await publishAnnouncement(admin, { kind: "news", text: "New plans are here.", reason });
  expect(await texts()).toEqual(["New plans are here.", "MTN is down."]);
  const [, outage] = await listCurrentAnnouncements(visitor);
  expect(outage).toMatchObject({ kind: "outage", networkName: network?.name, endsAt: null });
  await endAnnouncement(admin, { id: outage?.id ?? 0, reason });
  expect(await texts()).toEqual(["New plans are here."]);
  await expect(endAnnouncement(admin, { id: outage?.id ?? 0, reason })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining(reason),
  });
  expect((await announcementList.page(admin, {})).rows).toMatchObject([{ id: outage?.id, now: false }]);
  expect((await announcementList.page(admin, { state: "now" })).rows).toMatchObject([
    { kind: "news", now: true },
  ]);
  expect((await announcementList.page(admin, { state: "all" })).rows).toHaveLength(2);
});

test("notifies every reseller of an announcement, except closed ones", async () => {
  const [reseller, closed] = [await at.reseller(), await at.reseller()];
  await at.system.db.execute(sql`update resellers set state = 'closed' where id = ${closed.id}`);
  await publishAnnouncement(admin, { kind: "outage", text: "MTN is down.", hours: "1", reason });
  await handleEvents(at.system);
  const list = createNotificationList(NOTIFICATION_KINDS);
  expect((await list.page(reseller.ctx, { event: "announcement" })).rows).toMatchObject([
    { title: "Outage", text: "MTN is down." },
  ]);
  expect((await list.page(closed.ctx, { event: "announcement" })).rows).toEqual([]);
});

test("ends a one-hour announcement automatically", async () => {
  await publishAnnouncement(admin, {
    kind: "maintenance",
    text: "We update the server.",
    hours: "1",
    reason,
  });
  expect(await texts()).toHaveLength(1);
  await at.system.db.execute(sql`
    update announcements set made_at = made_at - interval '61 minutes', ends_at = ends_at - interval '61 minutes'`);
  expect(await texts()).toEqual([]);
  expect((await announcementList.page(admin, {})).rows).toHaveLength(1);
});

test("limits current announcements, also for concurrent publishing", async () => {
  const publishings = Array.from({ length: MAX_CURRENT_ANNOUNCEMENTS + 3 }, (_, n) =>
    publishAnnouncement(admin, { kind: "news", text: `Number ${n} of them.`, reason }),
  );
  const rejected = (await Promise.allSettled(publishings)).filter(({ status }) => status === "rejected");
  expect(rejected).toHaveLength(3);
  expect(await texts()).toHaveLength(MAX_CURRENT_ANNOUNCEMENTS);
});

test.each([
  [{ kind: "party" }, "kind"],
  [{ text: " . " }, "text"],
  [{ text: "x".repeat(281) }, "text"],
  [{ hours: "1000" }, "hours"],
  [{ networkId: 999_999 }, "networkId"],
  [{ reason: "" }, "reason"],
])("rejects %o at its field, and publishes nothing", async (wrong, field) => {
  const publishing = publishAnnouncement(admin, {
    kind: "news",
    text: "New plans.",
    reason,
    ...wrong,
  } as never);
  await expect(publishing).rejects.toSatisfy((error: { fields?: object; issues?: { path: string[] }[] }) =>
    error.fields
      ? field in error.fields
      : (error.issues?.every(({ path }) => path.join() === field) ?? false),
  );
  expect(await texts()).toEqual([]);
});

test("lets only admins publish, end and list announcements", async () => {
  const { ctx: reseller } = await at.reseller();
  for (const ctx of [reseller, visitor]) {
    await expect(
      publishAnnouncement(ctx, { kind: "news", text: "Free data!", reason }),
    ).rejects.toMatchObject({
      name: "PortalError",
    });
    await expect(endAnnouncement(ctx, { id: 1, reason })).rejects.toMatchObject({ name: "PortalError" });
    expect(() => announcementList.csv(ctx)).toThrow();
  }
  expect(await texts()).toEqual([]);
});
