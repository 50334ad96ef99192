import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { prepareQuery } from "#db/prepare-query";
import { MEDIA } from "#db/schema/message";
import { recordAudit } from "#lib/audit/record-audit";
import { readSettings, selectSetting } from "#lib/audit/settings/read-settings";
import { type Ctx, isCostHidden, requireReseller } from "#lib/core/context";
import { conflictError, invalidError, notFoundError, PortalError } from "#lib/core/error";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { int, minor, parseRows, readRow, readRows, textOf } from "#lib/core/read-rows";
import { MESSAGES_ENABLED, messageSettings, selectMessagePrice } from "./message-settings.ts";
import { listMessageProviders } from "./providers/configured-providers.ts";
import type { Medium } from "./providers/message-provider.ts";
import { agreeToMessages } from "./recipients.ts";

/** Messages of a reseller's shop, and what they may choose. Prices in minor units. */
export interface ShopMessagesView {
  /** The chosen medium; null while messages are off. */
  medium: Medium | null;
  /**
   * The media that the operator offers, each with the reseller's price; 0 where the operator pays. None: not
   * offered.
   */
  choices: { medium: Medium; price: Minor }[];
  /** The price rose above the one that the reseller agreed to: nothing is sent until they agree again. */
  priceRose: boolean;
  /** Whether customers get a message the day before their bundle ends. */
  renewals: boolean;
}

/** Returns the messages of the acting reseller's shop. */
export async function getShopMessages(ctx: Ctx): Promise<ShopMessagesView> {
  const { id } = requireReseller(ctx);
  const [choices, [row]] = await Promise.all([
    listChoices(ctx, id),
    readRows(ctx.db, z.object({ medium: textOf<Medium>(), agreed: minor.nullable(), renewals: z.boolean() }))`
      select m.medium, m.agreed_price::text as agreed, m.renewals_since is not null as renewals
      from shop_messages m join shops s on s.id = m.shop_id
      where s.reseller_id = ${id}`,
  ]);
  const price = choices.find(({ medium }) => medium === row?.medium)?.price ?? 0n;
  return {
    medium: row?.medium ?? null,
    choices,
    priceRose: price > (row?.agreed ?? 0n),
    renewals: row?.renewals ?? false,
  };
}

async function listChoices(ctx: Ctx, resellerId: number): Promise<ShopMessagesView["choices"]> {
  const { enabled, smsPrice, whatsappPrice } = await readSettings(ctx, messageSettings);
  if (!enabled) return [];
  const offered = new Set(listMessageProviders().flatMap(({ media }) => media));
  const { payer } = await readRow(ctx.db, z.object({ payer: textOf<"operator" | "wallet">() }))`
    select ${selectPayer(sql`${resellerId}`)} as payer`;
  const prices = { sms: smsPrice, whatsapp: whatsappPrice };
  return MEDIA.filter((medium) => offered.has(medium)).map((medium) => ({
    medium,
    price: payer === "wallet" ? prices[medium] : 0n,
  }));
}

export const SetShopMessagesInput = z.object({
  medium: z.enum(["", ...MEDIA]),
  /** Whether to notify customers who order from now on that their bundle ends. */
  renewals: z.enum(["", "yes"]).default(""),
  /** The price that the form showed beside the medium, in minor units. */
  smsPrice: z.coerce.bigint<string | bigint>().default(0n),
  whatsappPrice: z.coerce.bigint<string | bigint>().default(0n),
});
export type SetShopMessagesInput = z.input<typeof SetShopMessagesInput>;

/**
 * Turns messages to the customers of the acting reseller's shop on, at the price that the form showed, or
 * off.
 * @throws not_found without a shop; conflict when the medium isn't offered; price_changed
 */
export async function setShopMessages(ctx: Ctx, input: SetShopMessagesInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const { medium, renewals, ...shown } = SetShopMessagesInput.parse(input);
  const choice = (await listChoices(ctx, id)).find((candidate) => candidate.medium === medium);
  if (medium && !choice)
    throw conflictError("This kind of message isn’t offered any more. Nothing was changed.");
  const seen = medium === "whatsapp" ? shown.whatsappPrice : shown.smsPrice;
  if (choice && choice.price > seen)
    throw new PortalError(
      "price_changed",
      `A message costs ${formatMoney(choice.price)} now. Nothing was changed. Check it and save again.`,
      { facts: { price: choice.price } },
    );
  await inTransaction(ctx, async (tx) => {
    const [shop] = await readRows(
      tx.db,
      z.object({ id: int, slug: z.string(), medium: z.string().nullable(), renewals: z.boolean() }),
    )`
      select s.id, s.slug, m.medium, m.renewals_since is not null as renewals
      from shops s left join shop_messages m on m.shop_id = s.id
      where s.reseller_id = ${id} for update of s`;
    if (!shop) throw notFoundError("shop");
    const reminds = choice !== undefined && renewals === "yes";
    const price = choice && choice.price > 0n ? choice.price : null;
    await tx.db.execute(
      choice
        ? sql`
            insert into shop_messages as m (shop_id, medium, agreed_price, renewals_since)
            values (${shop.id}, ${choice.medium}, ${price}, case when ${reminds} then now() end)
            on conflict (shop_id) do update
              set medium = excluded.medium, agreed_price = excluded.agreed_price, changed_at = now(),
                renewals_since = case when ${reminds} then coalesce(m.renewals_since, now()) end`
        : sql`delete from shop_messages where shop_id = ${shop.id}`,
    );
    await recordAudit(tx, {
      action: "shop.messages",
      subject: "shop",
      subjectId: shop.slug,
      resellerId: id,
      before: { medium: shop.medium, renewals: shop.renewals },
      after: { medium: choice?.medium ?? null, price, renewals: reminds },
    });
  });
}

/** Selects the payer of a reseller's messages: an admin's choice for them, or that of the settings. */
const selectPayer = (resellerId: SQL): SQL =>
  sql`coalesce((select r.message_payer from resellers r where r.id = ${resellerId}),
    ${selectSetting(messageSettings, "orderPayer")})`;

/** Selects by which medium customers of a shop may get messages; null for none. */
export const selectShopMedium = (shopId: SQL): SQL => sql`(
  select m.medium from shop_messages m
  where m.shop_id = ${shopId} and ${MESSAGES_ENABLED} and (
    ${selectPayer(sql`(select sh.reseller_id from shops sh where sh.id = m.shop_id)`)} = 'operator'
      or coalesce(m.agreed_price, 0) >= ${selectMessagePrice(sql`m.medium`)}))`;

/**
 * Returns by which medium the customer of the acting reseller's purchase may get a message about it; null
 * while messages are off, or cost more than the reseller agreed to. The price, in minor units, is 0 where the
 * operator pays, and null where it is hidden.
 */
export async function getPurchaseMessage(ctx: Ctx): Promise<{ medium: Medium; price: Minor | null } | null> {
  const { id } = requireReseller(ctx, "sell");
  const [row] = parseRows(PurchaseMessage, await selectPurchaseMessage(ctx.db, { id }));
  return row?.medium ? { medium: row.medium, price: isCostHidden(ctx) ? null : row.price } : null;
}

const PurchaseMessage = z.object({ medium: textOf<Medium>().nullable(), price: minor });

const selectPurchaseMessage = prepareQuery<{ id: number }>(
  ({ id }) => sql`
    select
      own.medium,
      case
        when ${selectPayer(sql`${id}::bigint`)} = 'operator' then 0
        else ${selectMessagePrice(sql`own.medium`)}
      end as price
    from (select ${selectShopMedium(sql`h.id`)} as medium from shops h where h.reseller_id = ${id}) own`,
);

/**
 * Records that the customer of a purchase agreed to a message about it.
 * @returns its medium
 * @throws invalid at `message` while there are no messages
 */
export async function agreeToPurchaseMessage(ctx: Ctx, phone: string): Promise<Medium> {
  const message = await getPurchaseMessage(ctx);
  if (!message)
    throw invalidError("message", "Messages to customers are off now. Nothing was bought. Buy without one.");
  await agreeToMessages(ctx, phone);
  return message.medium;
}

/** Selects whether customers of a shop get a message the day before their bundle ends. */
export const selectRenewals = (shopId: SQL): SQL =>
  sql`exists (select from shop_messages m where m.shop_id = ${shopId} and m.renewals_since is not null)`;
