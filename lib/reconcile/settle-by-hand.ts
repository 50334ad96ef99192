import { actorName, type Ctx } from "#lib/core/context";
import { settle } from "#lib/purchase/settle";

interface ByHand {
  purchaseId: number;
  outcome: "successful" | "failed";
  reason: string;
}

/** Settles an unconfirmed purchase as the acting admin decided. */
export async function settleByHand(ctx: Ctx, { purchaseId, outcome, reason }: ByHand): Promise<boolean> {
  const was = await settle(ctx, {
    purchaseId,
    from: ["unconfirmed"],
    to: outcome,
    by: actorName(ctx.actor),
    outcome:
      outcome === "successful"
        ? "Checked by our team: it was delivered."
        : "Checked by our team: it was not delivered.",
    reason,
  });
  return was !== undefined;
}
