import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { sellers } from "#lib/account/reseller/may-buy";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Cursor, type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { Words } from "#lib/core/words";

/** How a shop stands for an admin: `shut` is closed by one. */
export const SHOP_STATES = ["open", "paused", "closed", "shut"] as const;

/** The filters of the list, as they stand in an address; what makes no sense is left out. */
export const ShopFilter = z.object({
  /** A part of the name, of an address that it has or had, or of its owner's name or e-mail. */
  q: Words.min(1).max(100).optional().catch(undefined),
  state: z.enum(SHOP_STATES).optional().catch(undefined),
});
export type ShopFilter = z.infer<typeof ShopFilter>;

export const ListShopsInput = ShopFilter.extend(Cursor.shape);
export type ListShopsInput = z.infer<typeof ListShopsInput>;

/** A shop as an admin sees it. */
export interface AdminShopView {
  id: number;
  slug: string;
  name: string;
  owner: { id: number; name: string; email: string };
  state: (typeof SHOP_STATES)[number];
  orders: number;
  version: number;
  createdAt: Date;
}

type Row = Record<
  "id" | "slug" | "name" | "owner_id" | "owner" | "email" | "orders" | "created_ms",
  string
> & {
  state: AdminShopView["state"];
  version: number;
};

const PAGE_SIZE = 50;

const STATE = sql`case when p.closed_by = 'admin' then 'shut' else p.state end`;

/** A page of shops, newest first. Admins only. */
export async function listShops(
  ctx: Ctx,
  input: ListShopsInput,
  size = PAGE_SIZE,
): Promise<Page<AdminShopView>> {
  requireAdmin(ctx);
  const conditions = [...filterConditions(input), ...pageConditions(input)];
  const rows = await ctx.db.execute<Row>(sql`
    select p.id, p.slug, p.name, p.version, ${STATE} as state, seller.id as owner_id, seller.name as owner,
      seller.email, (select count(*) from orders where shop_id = p.id) as orders,
      (extract(epoch from p.created_at) * 1000)::bigint as created_ms
    from shops p join (${sellers()}) seller on seller.id = p.reseller_id
    ${where(conditions)} ${pageOrder(input, size)}`);
  return toPage(rows, input, size, fromRow);
}

function filterConditions({ q, state }: ShopFilter): SQL[] {
  const part = q && `%${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return [
    ...(part
      ? [
          sql`(lower(p.name) like ${part} or lower(seller.name) like ${part} or lower(seller.email) like ${part}
            or exists (select from shop_slugs s where s.shop_id = p.id and s.slug like ${part}))`,
        ]
      : []),
    ...(state ? [sql`${STATE} = ${state}`] : []),
  ];
}

function fromRow(row: Row): AdminShopView {
  const { slug, name, state, version } = row;
  return {
    ...{ slug, name, state, version },
    id: Number(row.id),
    owner: { id: Number(row.owner_id), name: row.owner, email: row.email },
    orders: Number(row.orders),
    createdAt: new Date(Number(row.created_ms)),
  };
}
