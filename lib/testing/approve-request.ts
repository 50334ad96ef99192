import type { Ctx } from "#lib/core/context";
import { modules } from "#lib/modules";
import { type ApproveRequestInput, approveRequest as approve } from "#lib/reconcile/admin/approve-request";

/** Approves a request as the portal does, which knows all modules. */
export const approveRequest = (ctx: Ctx, input: ApproveRequestInput): Promise<void> =>
  approve(ctx, input, modules);
