import { type AuditInput, recordAudit } from "#lib/audit/record-audit";
import type { Ctx, Person } from "#lib/core/context";

/** Records an action of or on an account, which is the subject unless the input names another. */
export const recordAccountAudit = (
  ctx: Ctx,
  { id, role }: { id: number; role: Person["kind"] },
  input: Pick<AuditInput, "action"> & Partial<AuditInput>,
): Promise<void> =>
  recordAudit(ctx, {
    subject: "account",
    subjectId: id,
    resellerId: role === "reseller" ? id : undefined,
    ...input,
  });
