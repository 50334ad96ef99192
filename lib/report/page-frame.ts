import { getTableColumns, sql } from "drizzle-orm";
import { decoded, prepared } from "#db/prepared";
import { operatorContact } from "#db/schema/account";
import { contactOf, type OperatorContact } from "#lib/account/contact";
import { type Announcement, announcementsOf, type Told, toldNow } from "#lib/announcement/announcement-list";
import { type Ctx, requireReseller } from "#lib/core/context";
import { unreadOf } from "#lib/notice/read";
import { newOrdersOf } from "#lib/shop/list-orders";

/** What stands around each page of a reseller. */
export interface PageFrame {
  /** Whom they ask for help. */
  contact: OperatorContact;
  announcements: Announcement[];
  /** Orders and complaints of their shop that nobody has answered yet. */
  newOrders: number;
  /** Notices that they have not read, up to a hundred. */
  unread: number;
}

/** What stands around the page that the acting reseller looks at: one question, as every page asks it. */
export async function pageFrame(ctx: Ctx): Promise<PageFrame> {
  const { id } = requireReseller(ctx);
  const [row] = await read(ctx.db, { id });
  if (!row) throw new Error("the row of the contact is missing");
  const { told, newOrders, unread } = row;
  const contact = contactOf(
    decoded<typeof operatorContact.$inferSelect>(getTableColumns(operatorContact), row),
  );
  return { contact, announcements: announcementsOf(told), newOrders, unread };
}

type Row = Record<string, unknown> & Pick<PageFrame, "newOrders" | "unread"> & { told: Told };

const read = prepared<{ id: number }, Row>(
  ({ id }) => sql`
    select operator_contact.*, ${toldNow()} as told, ${newOrdersOf(id)} as "newOrders", ${unreadOf(id)} as unread
    from operator_contact`,
);
