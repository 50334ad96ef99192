import { reconciling } from "#db/schema/reconcile";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money";

/** How unconfirmed purchases are decided. Money in minor units. */
export interface Settings {
  /** Whether the chain settles by itself, or only proposes. */
  automatic: boolean;
  lateSeconds: number;
  refundSeconds: number;
  graceSeconds: number;
  secondAdminAbove: Minor;
  lowBalance: Minor;
  scannedTo: Date;
  /** One more with each change. */
  version: number;
  /** One more whenever what the chain concludes from is another. */
  basis: number;
}

/** The settings in force. Admins only. */
export async function settings(ctx: Ctx): Promise<Settings> {
  requireAdmin(ctx);
  const [row] = await ctx.db.select().from(reconciling);
  if (!row) throw new Error("the row of settings is missing");
  return row;
}
