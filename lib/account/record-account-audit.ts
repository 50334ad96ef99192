import { type AuditInput, recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";

/** Records an action of or on an account, which is the subject unless the input names another. */
export const recordAccountAudit = (
  ctx: Ctx,
  { id, role }: { id: number; role: "reseller" | "admin" },
  input: Pick<AuditInput, "action"> & Partial<AuditInput>,
): Promise<void> =>
  recordAudit(ctx, {
    subject: "account",
    subjectId: id,
    resellerId: role === "reseller" ? id : undefined,
    ...input,
  });
