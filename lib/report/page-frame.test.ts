import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getOperatorContact, setOperatorContact } from "#lib/account/operator-contact";
import type { Ctx } from "#lib/core/context";
import { listCurrentAnnouncements } from "#lib/notification/announcement/announcement-list";
import { publishAnnouncement } from "#lib/notification/announcement/publish-announcement";
import { countUnreadNotifications } from "#lib/notification/notification-list";
import { type Scene, scene } from "#lib/testing/scene";
import { getPageFrame } from "./page-frame.ts";

let at: Scene;
beforeAll(async () => {
  at = await scene();
});
afterAll(() => at.close());

test("returns the same as the single service functions, on every page", async () => {
  const admin = await at.admin();
  const [{ ctx }, other] = [await at.reseller(), await at.reseller()];
  const { version } = await getOperatorContact(admin);
  await setOperatorContact(admin, {
    name: "Ada",
    phone: "0803 123 4567",
    email: "help@example.com",
    version,
    reason: "we open",
  });
  const [network] = at.catalogue.networks;
  await publishAnnouncement(admin, {
    kind: "outage",
    networkId: network?.id,
    text: "It is down.",
    reason: "they called",
  });
  await publishAnnouncement(admin, {
    kind: "news",
    text: "It is back at ten.",
    hours: "1",
    reason: "they called",
  });
  await at.system.db.execute(
    sql`insert into notifications (account_id, event, key) values (${other.id}, 'credit', 'one')`,
  );

  // More often than PostgreSQL plans a statement again.
  for (let page = 0; page < 8; page++) {
    const announcements = await listCurrentAnnouncements(ctx);
    expect(announcements).toMatchObject([
      { kind: "news", networkName: null, endsAt: expect.any(Date) },
      { kind: "outage", networkName: network?.name, madeAt: expect.any(Date), endsAt: null },
    ]);
    for (const resellerCtx of [ctx, other.ctx])
      expect(await getPageFrame(resellerCtx)).toEqual({
        contact: await getOperatorContact(resellerCtx),
        announcements,
        newOrders: 0,
        unread: await countUnreadNotifications(resellerCtx),
      });
  }
  expect((await getPageFrame(other.ctx)).unread).toBe((await getPageFrame(ctx)).unread + 1);
});

test("denies the frame of a page to a visitor", async () => {
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  await expect(getPageFrame(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
});
