import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import { readTogether } from "#db/read-together";
import { contactSettings } from "#lib/account/contact-settings";
import { type OperatorContact, toOperatorContact } from "#lib/account/operator-contact";
import { hasAgents, moneyRequestCountOf, parentNameOf } from "#lib/agent/agent-frame";
import { parseSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Banners, Module, PageBanner } from "#lib/core/module";
import { int, parseRow, readRow } from "#lib/core/read-rows";
import { unreadCountOf } from "#lib/notification/notification-list";
import { hasReferrals } from "#lib/referral/get-referrals";
import { OrdersToDo, ordersToDoSql } from "#lib/shop/order/list-orders";
import { isUpgradeOffered } from "#lib/upgrade/get-upgrade";

export interface PageFrame {
  contact: OperatorContact;
  banners: PageBanner[];
  ordersToDo: OrdersToDo;
  /** Unread notifications, up to a hundred. */
  unread: number;
  /** Whether the operator offers a higher level, and whether there are referrals. */
  upgradeOffered: boolean;
  hasReferrals: boolean;
  /** Whether the page of agents is open. */
  hasAgents: boolean;
  /** The name of the acting agent’s parent; null for one who isn’t an agent. */
  parent: string | null;
  /** Requests for money that the acting agent has to answer. */
  moneyRequests: number;
  /** The name of the reseller for whom the acting helper sells; undefined for a reseller. */
  employer: string | undefined;
}

/**
 * Creates the function that gets the frame for the acting reseller, in one query, which joins those of
 * its page: every page runs it.
 */
export function createPageFrameReader(modules: readonly Module[]): (ctx: Ctx) => Promise<PageFrame> {
  let query: ReturnType<typeof preparePageFrame> | undefined;
  return async (ctx) => {
    const { id, kind } = requireReseller(ctx, "sell");
    const all = await loadBanners(modules);
    query ??= preparePageFrame(all);
    const { banners, saved, name, ...counts } = parseRow(
      PageFrameRow,
      await query(readTogether(ctx).db, { id }),
    );
    const contact = toOperatorContact(parseSettings(contactSettings, saved ?? {}));
    const parts = kind === "helper" ? { ...NOTHING, employer: name } : { ...counts, employer: undefined };
    return { contact, banners: toBanners(all, banners), ...parts };
  };
}

/** The counts for helpers, to whom the pages behind them are closed. */
const NOTHING = {
  ordersToDo: { count: 0, sent: 0, sentTotal: 0n },
  unread: 0,
  upgradeOffered: false,
  hasReferrals: false,
  hasAgents: false,
  parent: null,
  moneyRequests: 0,
};

type BannerRows = Parameters<Banners["toBanners"]>[0];
const BannersRow = z.object({ banners: z.custom<readonly BannerRows[]>(Array.isArray) });
const PageFrameRow = BannersRow.extend({
  ordersToDo: OrdersToDo,
  unread: int,
  upgradeOffered: z.boolean(),
  hasReferrals: z.boolean(),
  hasAgents: z.boolean(),
  parent: z.string().nullable(),
  moneyRequests: int,
  /** The reseller's. */
  name: z.string(),
  /** The contact, once it was saved. */
  saved: z.record(z.string(), z.unknown()).nullable(),
});

const preparePageFrame = (all: readonly Banners[]) =>
  prepareQuery<{ id: number }>(
    ({ id }) => sql`
      select
        (select value from settings where name = ${sql.raw(`'${contactSettings.name}'`)}) as saved,
        ${selectBanners(all)} as banners, ${ordersToDoSql(id)} as orders_to_do,
        ${unreadCountOf(id)} as unread, ${isUpgradeOffered()} as upgrade_offered,
        ${hasReferrals(id)} as has_referrals, ${hasAgents(id)} as has_agents,
        ${parentNameOf(id)} as parent, ${moneyRequestCountOf(id)} as money_requests,
        (select name from accounts where id = ${id}) as name`,
  );

/** Lists the banners of all modules. For everybody. */
export async function listBanners({ db }: Ctx, modules: readonly Module[]): Promise<PageBanner[]> {
  const all = await loadBanners(modules);
  const { banners } = await readRow(db, BannersRow)`
    select ${selectBanners(all)} as banners`;
  return toBanners(all, banners);
}

const loadBanners = (modules: readonly Module[]): Promise<Banners[]> =>
  Promise.all(modules.flatMap(({ banners }) => (banners ? [banners()] : [])));

const selectBanners = (all: readonly Banners[]): SQL =>
  sql`jsonb_build_array(${sql.join(
    all.map((banners) => banners.select()),
    sql`, `,
  )})`;

const toBanners = (all: readonly Banners[], rows: readonly BannerRows[]): PageBanner[] =>
  all.flatMap((banners, n) => banners.toBanners(rows[n] ?? []));
