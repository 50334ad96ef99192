import { randomInt } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { accounts, resellers } from "#db/schema/account";
import { referralCodes } from "#db/schema/referral";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, requireReseller } from "#lib/core/context";
import { referralSettings } from "./referral-settings.ts";

/** Letters and digits that aren't mistaken for each other. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const CODE_LENGTH = 8;

/** A code as a link carries it. */
export const ReferralCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[2-9A-HJ-NP-Z]{8}$/);

/** Gets the code of the acting reseller's link, and makes it when it's first asked for. */
export async function getOwnReferralCode(ctx: Ctx): Promise<string> {
  const { id } = requireReseller(ctx);
  for (;;) {
    const [stored] = await ctx.db
      .select({ code: referralCodes.code })
      .from(referralCodes)
      .where(eq(referralCodes.resellerId, id));
    if (stored) return stored.code;
    await ctx.db.insert(referralCodes).values({ resellerId: id, code: createCode() }).onConflictDoNothing();
  }
}

const createCode = () =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** Finds whose link it is, for visitors, while referrals are on. */
export async function findReferrer(ctx: Ctx, code: unknown): Promise<{ name: string } | undefined> {
  const { data } = ReferralCode.safeParse(code);
  if (!data || (await readSettings(ctx, referralSettings)).kind === "off") return undefined;
  const [found] = await ctx.db
    .select({ name: accounts.name })
    .from(referralCodes)
    .innerJoin(resellers, and(eq(resellers.id, referralCodes.resellerId), ne(resellers.state, "closed")))
    .innerJoin(accounts, and(eq(accounts.id, resellers.id), sql`${accounts.closedAt} is null`))
    .where(eq(referralCodes.code, data));
  return found;
}
