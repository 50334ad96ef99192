import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { priceLists } from "#db/schema/price-list";
import { type AuditInput, recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import type { Audience } from "#lib/core/price-list/stored-price-list";
import { toRounding } from "./rounding.ts";

type Change = Pick<AuditInput, "action" | "before" | "after">;

/** The key of a list, in the columns of its rules too. */
interface ListKey {
  resellerId: number;
  audience: Audience;
}

/** For whom a form changes prices. */
export const AudienceField = z.enum(["customers", "agents"]).default("customers");

/** The rounding of a new list, by its audience: a margin of a few naira isn't rounded up to ten. */
const FIRST_ROUNDING = { customers: 10, agents: 0 } as const satisfies Record<Audience, number>;

/**
 * Changes a price list of the acting reseller in a transaction that locks it, and makes it with the first change.
 * `change` gets the list's key and the rounding until now, and returns its audit record.
 */
export function changePriceList(
  ctx: Ctx,
  audience: Audience,
  change: (tx: Ctx, list: ListKey, rounding: Minor) => Promise<Change>,
): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const key = { resellerId, audience };
  return inTransaction(ctx, async (tx) => {
    const [list] = await tx.db
      .insert(priceLists)
      .values({ ...key, rounding: toRounding(FIRST_ROUNDING[audience]) })
      .onConflictDoUpdate({
        target: [priceLists.resellerId, priceLists.audience],
        set: { version: sql`${priceLists.version} + 1` },
      })
      .returning({ rounding: priceLists.rounding });
    if (!list) throw new Error("The price list was not written.");
    const { after, ...changed } = await change(tx, key, list.rounding);
    await recordAudit(tx, {
      subject: "price list",
      subjectId: resellerId,
      resellerId,
      ...changed,
      after: { ...after, ...(audience === "agents" && { audience }) },
    });
    await notify(tx.db, "shared_page");
  });
}
