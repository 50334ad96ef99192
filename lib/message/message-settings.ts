import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { defineSettings } from "#lib/audit/settings/define-settings";
import { selectSetting } from "#lib/audit/settings/read-settings";
import { formatMoney, type Minor, parseMoney } from "#lib/core/money/money";
import { amountField, choiceField, hourField, numberField, switchField } from "#lib/core/settings/fields";
import { listMessageProviders } from "./providers/configured-providers.ts";

/** The highest price of a message, in minor units: above it, it is a typing error. */
const MAX_PRICE = 100_000n;

const Price = z.union([z.bigint(), z.string()]).transform((value, check): Minor => {
  const price = typeof value === "bigint" ? value : parseMoney(value);
  if (price !== undefined && price >= 0n && price <= MAX_PRICE) return price;
  check.addIssue(`Enter a price from 0 to ${formatMoney(MAX_PRICE)}.`);
  return z.NEVER;
});

/** Whether and how customers get messages, and who pays for them. */
export const messageSettings = defineSettings({
  name: "message",
  path: "/admin/settings/messages#customer-messages",
  find: {
    label: "Change messages to customers",
    keywords: "settings sms whatsapp termii twilio price quiet hours",
  },
  title: "Messages to customers",
  text: "A customer gets messages about an order only after agreeing to it, in shops whose resellers turned them on.",
  submit: "Save message settings",
  saved: () => "Message settings saved.",
  fields: {
    enabled: switchField({
      label: "Allow messages to customers",
      hint: "Turned off, no message is sent; those that wait expire after a day.",
      initial: false,
    }),
    orderPayer: choiceField({
      label: "Paid by",
      options: { operator: "You", wallet: "The shop’s reseller, from the wallet" },
      initial: "operator",
    }),
    smsPrice: amountField(
      {
        label: "Price of an SMS message",
        hint: "For one message of up to two SMS. After an increase, resellers who pay have to agree again.",
        initial: 0n,
      },
      Price,
    ),
    whatsappPrice: amountField({ label: "Price of a WhatsApp message", initial: 0n }, Price),
    /** Between these hours only prompt messages are sent. */
    quietFrom: hourField({
      label: "Quiet hours from",
      hint: "Only customers who ordered within half an hour get messages then.",
      initial: 21,
    }),
    quietUntil: hourField({
      label: "Quiet hours until",
      hint: "The same hour twice turns quiet hours off.",
      initial: 8,
    }),
    /** The maximum number of messages to one number in 24 hours. */
    dailyLimit: numberField({
      label: "Daily limit per number",
      initial: 10,
      min: 1,
      max: 100,
      tooMuch: "Enter at most 100.",
    }),
  },
  check: ({ enabled }) =>
    enabled && listMessageProviders().length === 0
      ? { field: "enabled", message: "Set the keys of a message provider on the server first." }
      : undefined,
  redirects: "money",
  permission: "rules",
  audit: {
    subject: "message",
    subjectId: "settings",
    codes: { "message.settings": "changed messages to customers" },
  },
});

/** The condition that messages are sent. */
export const MESSAGES_ENABLED = selectSetting(messageSettings, "enabled");

/** Selects the price of a message by a medium, which the payer bears. */
export const selectMessagePrice = (medium: SQL): SQL => sql`
  case ${medium}
    when 'sms' then ${selectSetting(messageSettings, "smsPrice")}
    else ${selectSetting(messageSettings, "whatsappPrice")}
  end`;
