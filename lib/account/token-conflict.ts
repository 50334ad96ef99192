import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";

/** The refusal of a change to a token that is not so any more. The desk reads who changed it and why, its owner `words`. */
export async function tokenConflict(ctx: Ctx, id: number, words: string): Promise<PortalError> {
  if (ctx.actor.kind !== "admin") return new PortalError("conflict", words);
  return changedMeanwhile(ctx, { subject: "token", subjectId: id });
}
