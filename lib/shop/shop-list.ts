import { sql } from "drizzle-orm";
import { z } from "zod";
import { shops } from "#db/schema/shop";
import { selectSellers } from "#lib/account/reseller/select-reseller";
import { requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { buildWhere } from "#lib/core/list/page";
import { instant, int, readRows, textOf } from "#lib/core/read-rows";
import { containsText } from "#lib/core/text/search-text";
import { SearchText } from "#lib/core/text/single-line-text";

/** States of a shop for admins: `shut` is closed by an admin. */
const SHOP_STATES = ["open", "paused", "closed", "shut"] as const;

const ShopRow = z.object({
  id: int,
  slug: z.string(),
  name: z.string(),
  nameState: textOf<(typeof shops.nameState.enumValues)[number]>(),
  version: int,
  state: textOf<(typeof SHOP_STATES)[number]>(),
  owner: z.object({ id: int, name: z.string(), email: z.string() }),
  orders: int,
  createdAt: instant,
});

const STATE_SQL = sql`case when p.closed_by = 'admin' then 'shut' else p.state end`;

/** Lists all shops, newest first. Admins only. */
export const shopList = defineList({
  allow: requireAdmin,
  filter: {
    /** A part of the name, of a current or former address, or of its owner's name or email. */
    q: SearchText,
    state: z.enum(SHOP_STATES),
    /** Whether messages may begin with its name. */
    name: z.enum(shops.nameState.enumValues),
  },
  pageSize: 50,
  read: async (ctx, { q, state, name }, slice) => {
    const conditions = [
      ...(q
        ? [
            sql`(${containsText(sql`concat_ws(' ', p.name, seller.name, seller.email)`, q)}
              or exists (select from shop_slugs s where s.shop_id = p.id and ${containsText(sql`s.slug`, q)}))`,
          ]
        : []),
      ...(state ? [sql`${STATE_SQL} = ${state}`] : []),
      ...(name ? [sql`p.name_state = ${name}`] : []),
      ...slice.conditions,
    ];
    const rows = await readRows(ctx.db, ShopRow)`
      select
        p.id, p.slug, p.name, p.name_state, p.version, ${STATE_SQL} as state, seller.id as "owner.id",
        seller.name as "owner.name", seller.email as "owner.email",
        (select count(*) from orders where shop_id = p.id) as orders, p.created_at
      from shops p
      join (${selectSellers()}) seller on seller.id = p.reseller_id
      ${buildWhere(conditions)}
      order by ${slice.orderBy}
      limit ${slice.limit}`;
    return slice.page(rows, (shop) => shop);
  },
  file: {
    name: "shops",
    columns: {
      id: ({ id }) => id,
      shop: ({ name }) => name,
      address: ({ slug }) => slug,
      reseller: ({ owner }) => owner.name,
      email: ({ owner }) => owner.email,
      state: ({ state }) => (state === "shut" ? "closed by an admin" : state),
      orders: ({ orders }) => orders,
      opened: ({ createdAt }) => createdAt,
    },
  },
});

export type AdminShopView = RowOf<typeof shopList>;
