import { eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { tokens } from "#db/schema/token";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import type { Ctx } from "#lib/core/context";
import { normaliseRange, rangeContains } from "#lib/core/network/ip-address";
import { getManagedToken } from "./managed-token.ts";
import { rejectTestLimits, SpendingLimits, toAuditLimits } from "./spending-limits.ts";

const MAX_LIST_ENTRIES = 50;

/** Where a token may be used from: addresses and CIDR ranges (v4, v6), and the origins of web pages. */
export const TokenLimits = z.object({
  ips: limitListSchema(
    (text) => normaliseRange(text),
    "isn’t an address or a range such as 203.0.113.7 or 2001:db8::/32",
  ),
  origins: limitListSchema((text) => normaliseOrigin(text), "isn’t an origin such as https://shop.example"),
});
export type TokenLimits = z.infer<typeof TokenLimits>;

export const LimitTokenInput = TokenLimits.extend({
  ...SpendingLimits.shape,
  id: z.coerce.number<string | number>().int().positive(),
});
export type LimitTokenInput = z.input<typeof LimitTokenInput>;

/**
 * Changes where a token may be used from, and what it may spend, as of its next call. Limits that are left
 * out are removed.
 * @throws not_found, invalid.
 */
export async function limitToken(ctx: Ctx, input: LimitTokenInput): Promise<void> {
  const { id, ips, origins, ...spending } = LimitTokenInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await getManagedToken(tx, id);
    await requireConfirmation(tx);
    rejectTestLimits(before.test, spending);
    await tx.db
      .update(tokens)
      .set({ ips, origins, ...spending })
      .where(eq(tokens.id, id));
    await recordAudit(tx, {
      action: "token.limited",
      subject: "token",
      subjectId: id,
      resellerId: before.resellerId,
      before: { ips: before.ips, origins: before.origins, ...toAuditLimits(before) },
      after: { ips, origins, ...toAuditLimits(spending) },
    });
  });
}

/** A list of a token that can deny a call. */
export type TokenLimitKind = "address" | "origin";

/**
 * Finds the lists that deny a call; none when it is allowed. Each list that is set restricts. A server, which
 * sends no Origin, is allowed by its listed address.
 */
export function findDenyingLimits(
  limits: TokenLimits,
  address: string | undefined,
  origin: string | null,
): TokenLimitKind[] {
  const { ips, origins } = limits;
  const addressFits =
    ips.length === 0 || (address !== undefined && ips.some((range) => rangeContains(range, address)));
  const originFits = origins.length === 0 || (origin === null ? ips.length > 0 : origins.includes(origin));
  return [...(addressFits ? [] : ["address" as const]), ...(originFits ? [] : ["origin" as const])];
}

function normaliseOrigin(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname, search, hash, username } = new URL(text);
  return pathname === "/" && !search && !hash && !username ? origin : undefined;
}

/** Accepts a list as an array, or as text divided by lines, commas or spaces. */
function limitListSchema(normal: (text: string) => string | undefined, wrong: string) {
  return z
    .union([z.string().transform((text) => text.split(/[\s,;]+/)), z.array(z.string())])
    .default([])
    .transform((all, issue) => {
      const entries = all.map((text) => text.trim()).filter(Boolean);
      const normalised = entries.map((text) => {
        const normalForm = normal(text);
        if (!normalForm) issue.addIssue({ code: "custom", message: `“${text.slice(0, 80)}” ${wrong}.` });
        return normalForm ?? text;
      });
      if (entries.length > MAX_LIST_ENTRIES)
        issue.addIssue({ code: "custom", message: `List at most ${MAX_LIST_ENTRIES}.` });
      return [...new Set(normalised)];
    });
}
