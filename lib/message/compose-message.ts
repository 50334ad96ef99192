import { z } from "zod";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { int, minor, readRows, textOf } from "#lib/core/read-rows";
import { buildShopUrl, formatShopUrl, selectShopHost } from "#lib/core/shop-address";
import { formatOrderReference } from "#lib/core/text/order-reference";
import { isPlainName } from "#lib/core/text/plain-name";
import { createStatusCode } from "#lib/core/text/status-code";
import type { MessageKind, OutgoingMessage } from "./providers/message-provider.ts";
import { toSmsText } from "./sms-text.ts";

/** A message that is due, with what its text needs. */
export interface DueMessage {
  id: number;
  kind: MessageKind;
  medium: OutgoingMessage["medium"];
  payer: "operator" | "wallet";
  price: bigint;
  /** The provider of its first attempt. */
  provider: string | null;
  recipientId: number;
  outgoing: OutgoingMessage;
}

const MessageRow = z.object({
  id: int,
  kind: textOf<MessageKind>(),
  medium: textOf<OutgoingMessage["medium"]>(),
  payer: textOf<DueMessage["payer"]>(),
  price: minor,
  provider: z.string().nullable(),
  recipientId: int,
  phone: z.string(),
  stopCode: z.string(),
  code: z.string().nullable(),
  reference: z.string().nullable(),
  ident: z.string().nullable(),
  planId: int,
  networkName: z.string(),
  size: z.string(),
  volume: z.string(),
  shop: z.string(),
  nameState: z.string(),
  slug: z.string(),
  host: z.string().nullable(),
  paidOnline: z.boolean(),
});
type MessageRow = z.output<typeof MessageRow>;

/** Loads a message and writes its text. @returns undefined once its number was erased */
export async function loadDueMessage(ctx: Ctx, messageId: string): Promise<DueMessage | undefined> {
  const [row] = await readRows(ctx.db, MessageRow)`
    select m.id, m.kind, m.medium, m.payer, m.price, m.provider, m.recipient_id, r.phone, r.code as stop_code,
      o.code, o.reference, p.ident, about.*, s.name as shop, s.name_state, s.slug,
      ${selectShopHost("s")} as host,
      exists (select from payments y where y.order_id = o.id and y.state = 'paid') as paid_online
    from customer_messages m
    join message_recipients r on r.id = m.recipient_id
    join shops s on s.reseller_id = m.reseller_id
    left join orders o on o.id = m.order_id
    left join purchases p on p.id = m.purchase_id and o.id is null
    cross join lateral (
      select
        coalesce(o.plan_id, p.plan_id) as plan_id, coalesce(o.network_name, p.network_name) as network_name,
        coalesce(o.size, p.size) as size, coalesce(o.volume, p.volume) as volume
    ) about
    where m.message_id = ${messageId}`;
  if (!row) return undefined;
  const { id, kind, medium, payer, price, provider, recipientId } = row;
  const order = row.reference === null ? `${row.ident}` : formatOrderReference(row.reference);
  const values = {
    shop: isNameShown(row) ? row.shop : formatShopUrl(buildShopUrl({ ...row, host: null })),
    plan: formatPlanName(row),
    order,
    link: buildShopUrl(row, getShopPath(kind, row)),
    stop: buildUrl(`/m/${row.stopCode}`),
  };
  const about = row.reference === null ? `Purchase ${order}` : `Order ${order}`;
  const shop = toSmsName(values.shop) ?? formatShopUrl(buildShopUrl(row));
  const sentence = MESSAGE_TEXTS[kind]({ ...values, shop, about }, row.paidOnline);
  const portal = toSmsName(env().PORTAL_NAME) ?? new URL(env().NEXTAUTH_URL).host;
  const text = toSmsText(`${portal} shop ${sentence} No more messages: ${values.stop}`);
  return {
    ...{ id, kind, medium, payer, price, provider, recipientId },
    outgoing: { to: row.phone, medium, kind, text, values },
  };
}

/** A shop's name could be "Bank alert": it is shown once an admin saw it. */
const isNameShown = ({ nameState, shop }: MessageRow) => nameState === "approved" && isPlainName(shop);

/** Writes a name in the alphabet of an SMS. @returns undefined where none of its letters are in it */
function toSmsName(name: string): string | undefined {
  const text = toSmsText(name);
  return /[a-z0-9]/i.test(text) ? text : undefined;
}

/** The status of an order, or the shop of a purchase without one. */
function getShopPath(kind: MessageKind, { code, reference, planId }: MessageRow): string {
  if (kind === "ending") return `/order?plan=${planId}`;
  return code === null || reference === null ? "" : `/status/${createStatusCode({ code, reference })}`;
}

const buildUrl = (path: string) => new URL(path, env().NEXTAUTH_URL).href;

type Values = OutgoingMessage["values"] & Record<"about", string>;

/** Short enough for two SMS with the last sentence; the currency's sign would halve their length. */
const MESSAGE_TEXTS: Record<MessageKind, (values: Values, paidOnline: boolean) => string> = {
  delivered: ({ shop, plan, about }) => `${shop}: your ${plan} was delivered. ${about}.`,
  failed: ({ shop, plan, about, link }, paidOnline) =>
    `${shop}: your ${plan} wasn't delivered. ${about}. ${
      paidOnline ? "Your payment is being refunded" : "The shop will deliver it again or refund you"
    }: ${link}`,
  reversed: ({ shop, plan, about, link }) =>
    `${shop}: the network reversed your ${plan}. ${about}. The shop will refund you or send it again: ${link}`,
  refunded: ({ shop, plan, about, link }) =>
    `${shop}: your payment for ${plan} was refunded. ${about}: ${link}`,
  ending: ({ shop, plan, link }) => `${shop}: your ${plan} ends tomorrow. Renew: ${link}`,
};
