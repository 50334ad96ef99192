import { sql } from "drizzle-orm";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { buildShopUrl } from "#lib/core/shop-address";
import { formatOrderReference } from "#lib/core/text/order-reference";
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

type MessageRow = Record<
  "id" | "kind" | "medium" | "payer" | "price" | "recipient_id" | "phone" | "stop_code",
  string
> &
  Record<"provider" | "host", string | null> &
  Record<"code" | "reference" | "plan_id" | "network_name" | "size" | "volume" | "shop" | "slug", string> & {
    paid_online: boolean;
  };

/** Loads a message and writes its text. @returns undefined once its number was erased */
export async function loadDueMessage(ctx: Ctx, messageId: string): Promise<DueMessage | undefined> {
  const [row] = await ctx.db.execute<MessageRow>(sql`
    select m.id, m.kind, m.medium, m.payer, m.price, m.provider, m.recipient_id, r.phone, r.code as stop_code,
      o.code, o.reference, o.plan_id, o.network_name, o.size, o.volume, s.name as shop, s.slug,
      case when s.state <> 'closed' then s.host end as host,
      exists (select from payments y where y.order_id = o.id and y.state = 'paid') as paid_online
    from customer_messages m join message_recipients r on r.id = m.recipient_id
      join orders o on o.id = m.order_id join shops s on s.id = o.shop_id
    where m.message_id = ${messageId}`);
  if (!row) return undefined;
  const kind = row.kind as MessageKind;
  const values = {
    shop: row.shop,
    plan: formatPlanName({ networkName: row.network_name, size: row.size, volume: row.volume }),
    order: formatOrderReference(row.reference),
    link: buildShopUrl(
      row,
      kind === "ending" ? `/order?plan=${row.plan_id}` : `/status/${createStatusCode(row)}`,
    ),
    stop: buildUrl(`/m/${row.stop_code}`),
  };
  const medium = row.medium as OutgoingMessage["medium"];
  const text = toSmsText(`${MESSAGE_TEXTS[kind](values, row.paid_online)} No more messages: ${values.stop}`);
  return {
    id: Number(row.id),
    kind,
    medium,
    payer: row.payer as DueMessage["payer"],
    price: BigInt(row.price),
    provider: row.provider,
    recipientId: Number(row.recipient_id),
    outgoing: { to: row.phone, medium, kind, text, values },
  };
}

const buildUrl = (path: string) => new URL(path, env().NEXTAUTH_URL).href;

type Values = OutgoingMessage["values"];

/** Short enough for two SMS with the last sentence; the currency's sign would halve their length. */
const MESSAGE_TEXTS: Record<MessageKind, (values: Values, paidOnline: boolean) => string> = {
  delivered: ({ shop, plan, order }) => `${shop}: your ${plan} was delivered. Order ${order}.`,
  failed: ({ shop, plan, order, link }, paidOnline) =>
    `${shop}: your ${plan} wasn't delivered. Order ${order}. ${
      paidOnline ? "Your payment is being refunded" : "The shop will deliver it again or refund you"
    }: ${link}`,
  reversed: ({ shop, plan, order, link }) =>
    `${shop}: the network reversed your ${plan}. Order ${order}. The shop will refund you or send it again: ${link}`,
  refunded: ({ shop, plan, order, link }) =>
    `${shop}: your payment for ${plan} was refunded. Order ${order}: ${link}`,
  ending: ({ shop, plan, link }) => `${shop}: your ${plan} ends tomorrow. Renew: ${link}`,
};
