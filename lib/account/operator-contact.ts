import { type SQL, sql } from "drizzle-orm";
import { readSettings, selectSetting } from "#lib/audit/settings/read-settings";
import type { Ctx } from "#lib/core/context";
import type { Values } from "#lib/core/settings/settings";
import { formatPhone } from "#lib/core/text/phone";
import { contactSettings } from "./contact-settings.ts";

/** A phone or WhatsApp number. */
interface ContactNumber {
  /** Grouped for reading. */
  text: string;
  e164: string;
}

/** The operator's contact for resellers; fields that were never set are empty or null. */
export interface OperatorContact {
  name: string;
  phone: ContactNumber | null;
  whatsapp: ContactNumber | null;
  email: string | null;
}

/** Reads the operator's contact. Open to everyone, because a reseller who can't sign in needs it most. */
export const getOperatorContact = async (ctx: Ctx): Promise<OperatorContact> =>
  toOperatorContact(await readSettings(ctx, contactSettings));

/** Selects whether the operator can be contacted. */
export const selectIsReachable = (): SQL => {
  const channels = (["phone", "whatsapp", "email"] as const).map((key) =>
    selectSetting(contactSettings, key),
  );
  return sql`concat(${sql.join(channels, sql`, `)}) <> ''`;
};

/** Converts the settings of the contact to its view. */
export const toOperatorContact = ({
  name,
  phone,
  whatsapp,
  email,
}: Values<typeof contactSettings.fields>): OperatorContact => ({
  name,
  phone: toContactNumber(phone),
  whatsapp: toContactNumber(whatsapp),
  email,
});

const toContactNumber = (e164: string | null): ContactNumber | null =>
  e164 === null ? null : { text: formatPhone(e164), e164 };
