import { getTableColumns, sql } from "drizzle-orm";
import { decodeRow, prepareQuery } from "#db/prepare-query";
import { operatorContact } from "#db/schema/account";
import { type OperatorContact, toOperatorContact } from "#lib/account/operator-contact";
import { type Ctx, requireReseller } from "#lib/core/context";
import {
  type Announcement,
  type AnnouncementRows,
  selectCurrentAnnouncements,
  toAnnouncements,
} from "#lib/notification/announcement/announcement-list";
import { unreadCountOf } from "#lib/notification/notification-list";
import { newOrderCountSql } from "#lib/shop/order/list-orders";

/** The frame around each page of a reseller. */
export interface PageFrame {
  /** Contact of support. */
  contact: OperatorContact;
  announcements: Announcement[];
  /** Unanswered orders and complaints of their shop. */
  newOrders: number;
  /** Unread notifications, up to a hundred. */
  unread: number;
}

/** Returns the frame for the acting reseller, in one query, since every page runs it. */
export async function getPageFrame(ctx: Ctx): Promise<PageFrame> {
  const { id } = requireReseller(ctx);
  const [row] = await readPageFrame(ctx.db, { id });
  if (!row) throw new Error("the row of the contact is missing");
  const { announcements, newOrders, unread } = row;
  const contact = toOperatorContact(
    decodeRow<typeof operatorContact.$inferSelect>(getTableColumns(operatorContact), row),
  );
  return { contact, announcements: toAnnouncements(announcements), newOrders, unread };
}

type PageFrameRow = Record<string, unknown> &
  Pick<PageFrame, "newOrders" | "unread"> & { announcements: AnnouncementRows };

const readPageFrame = prepareQuery<{ id: number }, PageFrameRow>(
  ({ id }) => sql`
    select operator_contact.*, ${selectCurrentAnnouncements()} as announcements, ${newOrderCountSql(id)} as "newOrders", ${unreadCountOf(id)} as unread
    from operator_contact`,
);
