import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { stores } from "#db/schema/store";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { ownStore } from "./own-store.ts";

export const SetStoreStateInput = z.object({ state: z.enum(["open", "paused", "closed"]) });
export type SetStoreStateInput = z.infer<typeof SetStoreStateInput>;

/** Opens, pauses or closes the acting reseller's shop. @throws conflict when an admin closed it, or nobody could pay. */
export async function setStoreState(ctx: Ctx, input: SetStoreStateInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const { state } = SetStoreStateInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await ownStore(tx);
    if (before.state === state && !before.closedByAdmin) return;
    if (state === "open" && before.payments.length === 0)
      throw new PortalError("conflict", "Say first where customers pay you, and save that.");
    const [changed] = await tx.db
      .update(stores)
      .set({ state, closedBy: state === "closed" ? "owner" : null, updatedAt: sql`now()` })
      .where(and(eq(stores.resellerId, id), sql`${stores.closedBy} is distinct from 'admin'`))
      .returning({ slug: stores.slug });
    if (!changed)
      throw new PortalError(
        "conflict",
        `${env().PORTAL_NAME} closed this shop. Ask for it to be opened again.`,
      );
    await record(tx, {
      action: `store.${state === "open" ? "opened" : state}`,
      subject: "store",
      subjectId: changed.slug,
      resellerId: id,
      before: { state: before.state },
      after: { state },
    });
  });
}
