import { type Ctx, requireAdmin, requireReseller } from "#lib/core/context";
import { PortalError } from "#lib/core/error";

/** Whose tokens are meant: one's own, or, for admins, those of the reseller they name. */
export function tokenOwner(ctx: Ctx, resellerId: number | undefined): number {
  if (ctx.actor.kind === "reseller") return requireReseller(ctx).id;
  requireAdmin(ctx);
  if (resellerId !== undefined) return resellerId;
  throw new PortalError("invalid", "Say whose token it is.", { fields: { resellerId: ["Say whose."] } });
}
