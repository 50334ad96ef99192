import { Disclosure } from "#app/ui/disclosure";
import type { FormAction } from "#app/ui/form/form";
import { PageLink } from "#app/ui/page/page-link";
import type { ApprovalLimit } from "#lib/audit/approval-limits";
import { dailyLimitLabel, isPendingApproval, type PendingApproval } from "#lib/audit/approval-request";
import { formatMoney } from "#lib/core/money/money";
import type { Permission } from "#lib/core/permission";
import { AdminForm } from "./admin-form.tsx";

interface Props<A, R> {
  id: number;
  /** The reader requested it, and can only withdraw it. */
  own: boolean;
  confirm: FormAction<A>;
  withdraw: FormAction<R>;
  needs: Permission;
  hint: string;
  /** The page to open with the result, where the actions open one. */
  next?: string;
}

export function ApprovalForm<A, R>({ id, own, needs, confirm, withdraw, hint, next }: Props<A, R>) {
  const hidden = { id, ...(next && { next }) };
  const reject = own ? "Withdraw request" : "Reject request";
  return (
    <div className="grid content-start gap-1">
      {!own && (
        <AdminForm
          needs={needs}
          id={`confirm-${id}`}
          action={confirm}
          hidden={hidden}
          reasonLabel={null}
          submit="Approve"
          look={{ variant: "primary" }}
        />
      )}
      <Disclosure title={reject}>
        <AdminForm
          needs={own ? "see" : needs}
          id={`withdraw-${id}`}
          action={withdraw}
          hidden={hidden}
          reasonHint={hint}
          submit={reject}
        />
      </Disclosure>
    </div>
  );
}

/** The amount above which an admin needs approval; empty without an approver. */
export function ApprovalLimitNote({ hasApprover, above, moved }: ApprovalLimit) {
  if (!hasApprover) return null;
  return (
    <p className="mb-4 text-muted text-sm">
      You can move up to {formatMoney(above)} in 24 hours. Larger amounts need another admin’s approval.
      {moved > 0n && ` You’ve moved ${formatMoney(moved)} so far.`}
    </p>
  );
}

/** Says in one line that no other admin can approve. */
export function OnlyApproverNote() {
  return (
    <p className="mb-4 text-sm text-unsure">
      You’re the only approver: changes apply at once.{" "}
      <PageLink href="/admin/settings/staff" className="inline-block underline underline-offset-4">
        Manage staff
      </PageLink>
    </p>
  );
}

/** Which role changes need the approval of another owner, or that there is none. */
export function OwnerApprovalNote({ hasApprover }: Pick<ApprovalLimit, "hasApprover">) {
  if (hasApprover)
    return (
      <p className="mb-4 text-muted text-sm">
        A role with more permissions needs the approval of another owner, except for viewing, sending,
        downloads and the audit log. Closing an admin’s account never does.
      </p>
    );
  return <p className="mb-4 text-sm text-unsure">You’re the only owner: every role takes effect at once.</p>;
}

const MOVE_PENDING_TEXT =
  "Approval requested. No money moved yet: another admin has to approve it under To review, Approvals.";
const CHANGE_PENDING_TEXT =
  "Approval requested. Nothing changed yet: another owner has to approve it under To review, Approvals.";

/** Makes the result of an action that moves money: pending approval with the reason, or `message`. */
export const answerMove =
  <T,>(message: string | ((done: T) => string)) =>
  (done: T | PendingApproval): string => {
    if (!isPendingApproval(done)) return typeof message === "string" ? message : message(done);
    return done.day ? `${dailyLimitLabel(done.day, "you")} ${MOVE_PENDING_TEXT}` : MOVE_PENDING_TEXT;
  };

/** Makes the result of an action that changes protections: pending approval, or `message`. */
export const answerChange = (message: string) => (done: unknown) =>
  isPendingApproval(done) ? CHANGE_PENDING_TEXT : message;
