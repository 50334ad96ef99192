import { operatorContact } from "#db/schema/account";
import type { Ctx } from "#lib/core/context";
import { groupedPhone } from "#lib/core/phone";

/** A number to call or to write to. */
interface Reached {
  /** Grouped for reading. */
  text: string;
  e164: string;
}

/** Whom resellers ask for help, and how; what is empty or null was never said. */
export interface OperatorContact {
  name: string;
  phone: Reached | null;
  whatsapp: Reached | null;
  email: string | null;
  version: number;
}

/** How the people behind the portal are reached. For everyone: who cannot sign in needs it most. */
export async function contact(ctx: Ctx): Promise<OperatorContact> {
  const [row] = await ctx.db.select().from(operatorContact);
  if (!row) throw new Error("the row of the contact is missing");
  const { name, phone, whatsapp, email, version } = row;
  return { name, phone: reached(phone), whatsapp: reached(whatsapp), email, version };
}

function reached(e164: string | null): Reached | null {
  return e164 === null ? null : { text: groupedPhone(e164), e164 };
}
