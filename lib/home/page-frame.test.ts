import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { contactSettings } from "#lib/account/contact-settings";
import { getOperatorContact } from "#lib/account/operator-contact";
import { mayHaveAgents } from "#lib/agent/invite-agent";
import { changeSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { getEmployerName } from "#lib/helper/own-helper";
import { addHelper } from "#lib/helper/testing/add-helper";
import { modules } from "#lib/modules";
import { countUnreadNotifications } from "#lib/notification/notification-list";
import { getOwnReferrals } from "#lib/referral/get-referrals";
import { referralSettings } from "#lib/referral/referral-settings";
import { openScene } from "#lib/testing/open-scene";
import { getUpgrade } from "#lib/upgrade/get-upgrade";
import { setUpgradeOffer } from "#lib/upgrade/upgrade-offer";
import { createPageFrameReader, listBanners } from "./page-frame.ts";

const getPageFrame = createPageFrameReader(modules);

const at = await openScene();

test("returns the same as the single service functions, on every page", async () => {
  const admin = await at.admin();
  const [{ ctx }, other] = [await at.reseller(), await at.reseller()];
  const contact = { name: "Ada", phone: "0803 123 4567", email: "help@example.com" };
  await changeSettings(admin, contactSettings, contact);
  const [network] = at.catalogue.networks;
  await at.system.db.execute(sql`
    insert into announcements (kind, network_id, text, ends_at) values
      ('outage', ${network?.id}, 'It is down.', null), ('news', null, 'It is back at ten.', now() + interval '1 hour')`);
  await at.system.db.execute(
    sql`insert into notifications (account_id, event, key) values (${other.id}, 'credit', 'one')`,
  );

  // More often than PostgreSQL plans a statement again.
  for (let page = 0; page < 8; page++) {
    const banners = await listBanners(ctx, modules);
    expect(banners).toMatchObject([
      { warns: false, title: "News", text: "It is back at ten.", at: expect.any(Date) },
      { warns: true, title: `Outage: ${network?.name}`, text: "It is down.", at: expect.any(Date) },
    ]);
    for (const resellerCtx of [ctx, other.ctx])
      expect(await getPageFrame(resellerCtx)).toEqual({
        contact: await getOperatorContact(resellerCtx),
        banners,
        ordersToDo: { count: 0, sent: 0, sentTotal: 0n },
        unread: await countUnreadNotifications(resellerCtx),
        upgradeOffered: (await getUpgrade(resellerCtx)).next !== null,
        hasReferrals: (await getOwnReferrals(resellerCtx)).code !== null,
        hasAgents: await mayHaveAgents(resellerCtx),
        parent: null,
        moneyRequests: 0,
        employer: undefined,
      });
  }
  expect((await getPageFrame(other.ctx)).unread).toBe((await getPageFrame(ctx)).unread + 1);
});

test("leads to levels and referrals only once the operator offers them", async () => {
  const { ctx } = await at.reseller();
  expect(await getPageFrame(ctx)).toMatchObject({ upgradeOffered: false, hasReferrals: false });
  const offer = {
    level: "api",
    open: "yes",
    price: "",
    volume: "",
    version: 1,
    reason: "we offer it",
  } as const;
  await setUpgradeOffer(at.system, offer);
  await changeSettings(at.system, referralSettings, { kind: "first_funding", reward: "1", minimum: "1" });
  expect(await getPageFrame(ctx)).toMatchObject({ upgradeOffered: true, hasReferrals: true });
});

test("names the employer to a helper, whose frame counts nothing of the pages behind it", async () => {
  const owner = await at.reseller();
  const bisi = await addHelper(owner.ctx);
  const name = await getEmployerName(bisi.ctx);
  expect(name).toEqual(expect.any(String));
  expect(await getPageFrame(bisi.ctx)).toMatchObject({ employer: name, unread: 0, ordersToDo: { count: 0 } });
});

test("denies the frame of a page to a visitor", async () => {
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  await expect(getPageFrame(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
});
