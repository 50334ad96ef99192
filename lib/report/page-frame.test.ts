import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contact, setContact } from "#lib/account/contact";
import { announce } from "#lib/announcement/announce";
import { announcementsNow } from "#lib/announcement/announcement-list";
import type { Ctx } from "#lib/core/context";
import { countUnread } from "#lib/notice/read";
import { type Scene, scene } from "#lib/testing/scene";
import { pageFrame } from "./page-frame.ts";

let at: Scene;
beforeAll(async () => {
  at = await scene();
});
afterAll(() => at.close());

test("around a page stands what each verb says by itself, on every page", async () => {
  const admin = await at.admin();
  const [{ ctx }, other] = [await at.reseller(), await at.reseller()];
  const { version } = await contact(admin);
  await setContact(admin, {
    ...{ name: "Ada", phone: "0803 123 4567", email: "help@example.com", version, reason: "we open" },
  });
  const [network] = at.catalogue.networks;
  await announce(admin, {
    kind: "outage",
    networkId: network?.id,
    text: "It is down.",
    reason: "they called",
  });
  await announce(admin, { kind: "news", text: "It is back at ten.", hours: "1", reason: "they called" });
  await at.system.db.execute(
    sql`insert into notices (account_id, event, key) values (${other.id}, 'credit', 'one')`,
  );

  // More often than a statement is planned anew.
  for (let page = 0; page < 8; page++) {
    const announcements = await announcementsNow(ctx);
    expect(announcements).toMatchObject([
      { kind: "news", networkName: null, endsAt: expect.any(Date) },
      { kind: "outage", networkName: network?.name, madeAt: expect.any(Date), endsAt: null },
    ]);
    for (const own of [ctx, other.ctx])
      expect(await pageFrame(own)).toEqual({
        ...{ contact: await contact(own), announcements, newOrders: 0 },
        unread: await countUnread(own),
      });
  }
  expect((await pageFrame(other.ctx)).unread).toBe((await pageFrame(ctx)).unread + 1);
});

test("nothing stands around a page of nobody's", async () => {
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  await expect(pageFrame(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
});
