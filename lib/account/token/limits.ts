import { eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { tokens } from "#db/schema/token";
import { record } from "#lib/audit/record";
import { covers, normalRange } from "#lib/core/address";
import type { Ctx } from "#lib/core/context";
import { requireConfirmed } from "../password/confirm.ts";
import { getManagedToken } from "./managed.ts";

const LISTED = 50;

/** Where a token may be used from: addresses and CIDR ranges (v4, v6), and the origins of web pages. */
export const TokenLimits = z.object({
  ips: lines((text) => normalRange(text), "is no address and no range, such as 203.0.113.7 or 2001:db8::/32"),
  origins: lines((text) => normalOrigin(text), "is no origin, such as https://shop.example"),
});
export type TokenLimits = z.infer<typeof TokenLimits>;

export const LimitTokenInput = TokenLimits.extend({
  id: z.coerce.number<string | number>().int().positive(),
});
export type LimitTokenInput = z.input<typeof LimitTokenInput>;

/** Changes where a token may be used from; its next call already obeys. @throws not_found, invalid. */
export async function limitToken(ctx: Ctx, input: LimitTokenInput): Promise<void> {
  const { id, ips, origins } = LimitTokenInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await getManagedToken(tx, id);
    await requireConfirmed(tx);
    await tx.db.update(tokens).set({ ips, origins }).where(eq(tokens.id, id));
    await record(tx, {
      action: "token.limited",
      subject: "token",
      subjectId: id,
      resellerId: before.resellerId,
      before: { ips: before.ips, origins: before.origins },
      after: { ips, origins },
    });
  });
}

/** A list of a token that a call can fail. */
export type TokenList = "address" | "origin";

/**
 * The lists that refuse a call from here; none when it may come. Each list that is set restricts; a server, which sends no
 * Origin, needs none when its address is listed.
 */
export function refusingLists(
  limits: TokenLimits,
  address: string | undefined,
  origin: string | null,
): TokenList[] {
  const { ips, origins } = limits;
  const addressFits =
    ips.length === 0 || (address !== undefined && ips.some((range) => covers(range, address)));
  const originFits = origins.length === 0 || (origin === null ? ips.length > 0 : origins.includes(origin));
  return [...(addressFits ? [] : ["address" as const]), ...(originFits ? [] : ["origin" as const])];
}

function normalOrigin(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname, search, hash, username } = new URL(text);
  return pathname === "/" && !search && !hash && !username ? origin : undefined;
}

/** A list as an array, or as people type it: by lines, commas or spaces. */
function lines(normal: (text: string) => string | undefined, wrong: string) {
  return z
    .union([z.string().transform((text) => text.split(/[\s,;]+/)), z.array(z.string())])
    .default([])
    .transform((all, issue) => {
      const given = all.map((text) => text.trim()).filter(Boolean);
      const normalised = given.map((text) => {
        const known = normal(text);
        if (!known) issue.addIssue({ code: "custom", message: `“${text.slice(0, 80)}” ${wrong}.` });
        return known ?? text;
      });
      if (given.length > LISTED) issue.addIssue({ code: "custom", message: `List at most ${LISTED}.` });
      return [...new Set(normalised)];
    });
}
