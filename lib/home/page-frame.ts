import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { decodeRow, prepareQuery } from "#db/prepare-query";
import { operatorContact } from "#db/schema/account";
import { type OperatorContact, toOperatorContact } from "#lib/account/operator-contact";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Banners, Module, PageBanner } from "#lib/core/module";
import { unreadCountOf } from "#lib/notification/notification-list";
import { hasReferrals } from "#lib/referral/get-referrals";
import { toDoCountSql } from "#lib/shop/order/list-orders";
import { isUpgradeOffered } from "#lib/upgrade/get-upgrade";

export interface PageFrame {
  contact: OperatorContact;
  banners: PageBanner[];
  ordersToDo: number;
  /** Unread notifications, up to a hundred. */
  unread: number;
  /** Whether the operator offers a higher level, and whether there are referrals. */
  upgradeOffered: boolean;
  hasReferrals: boolean;
}

/** Creates the function that gets the frame for the acting reseller, in one query: every page runs it. */
export function createPageFrameReader(modules: readonly Module[]): (ctx: Ctx) => Promise<PageFrame> {
  let query: ReturnType<typeof preparePageFrame> | undefined;
  return async (ctx) => {
    const { id, kind } = requireReseller(ctx, "sell");
    const all = await loadBanners(modules);
    query ??= preparePageFrame(all);
    const [row] = await query(ctx.db, { id });
    if (!row) throw new Error("the row of the contact is missing");
    const { banners, ...rest } = row;
    const { ordersToDo, unread, upgradeOffered, hasReferrals } = kind === "helper" ? NOTHING : rest;
    const contact = toOperatorContact(
      decodeRow<typeof operatorContact.$inferSelect>(getTableColumns(operatorContact), row),
    );
    return { contact, banners: toBanners(all, banners), ordersToDo, unread, upgradeOffered, hasReferrals };
  };
}

/** The counts for helpers, to whom the pages behind them are closed. */
const NOTHING = { ordersToDo: 0, unread: 0, upgradeOffered: false, hasReferrals: false };

type PageFrameRow = Record<string, unknown> &
  Pick<PageFrame, "ordersToDo" | "unread" | "upgradeOffered" | "hasReferrals"> & {
    banners: readonly BannerRows[];
  };
type BannerRows = Parameters<Banners["toBanners"]>[0];

const preparePageFrame = (all: readonly Banners[]) =>
  prepareQuery<{ id: number }, PageFrameRow>(
    ({ id }) => sql`
      select
        operator_contact.*, ${selectBanners(all)} as banners, ${toDoCountSql(id)} as "ordersToDo",
        ${unreadCountOf(id)} as unread, ${isUpgradeOffered()} as "upgradeOffered",
        ${hasReferrals(id)} as "hasReferrals"
      from operator_contact`,
  );

/** Lists the banners of all modules. For everybody. */
export async function listBanners({ db }: Ctx, modules: readonly Module[]): Promise<PageBanner[]> {
  const all = await loadBanners(modules);
  const [row] = await db.execute<{ banners: readonly BannerRows[] }>(
    sql`select ${selectBanners(all)} as banners`,
  );
  return toBanners(all, row?.banners ?? []);
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
