import { dayWords, isWaiting, type Waiting } from "#lib/audit/second-admin";
import type { SecondAdmin } from "#lib/audit/second-admin-limits";
import { formatMoney } from "#lib/core/money";
import { Notice } from "../ui/notice.tsx";

/** From which sum on an admin needs approval for manual money, or that there is nobody to approve it. */
export function SecondAdminNote({ second: { exists, above, moved } }: { second: SecondAdmin }) {
  if (!exists)
    return (
      <div className="mb-4">
        <Notice kind="warn" title="There is no second approver">
          No other admin can approve what you do, so money that you move goes through at once, however much it
          is. The audit record says so.
        </Notice>
      </div>
    );
  return (
    <p className="mb-4 text-muted text-sm">
      You move up to {formatMoney(above)} in 24 hours alone, all manual money together; more needs the
      approval of another admin.
      {moved > 0n && ` You have moved ${formatMoney(moved)}.`}
    </p>
  );
}

/** Who changes what others may do, and whether somebody has to agree. */
export function SecondOwnerNote({ exists }: Pick<SecondAdmin, "exists">) {
  if (exists)
    return (
      <p className="mb-4 text-muted text-sm">
        A role that moves money, opens resellers' accounts or gives roles needs the approval of another owner.
        Closing an admin never does.
      </p>
    );
  return (
    <div className="mb-4">
      <Notice kind="warn" title="There is no second owner">
        Nobody else can confirm what you change, so a role that moves money holds at once. The audit record
        says so.
      </Notice>
    </div>
  );
}

const WAITS = "Nothing moved yet. Another admin has to confirm it: it waits under Wallets, Approvals.";
const CHANGE_WAITS =
  "Nothing changed yet. Another owner has to confirm it: it waits under Wallets, Approvals.";

/** What somebody reads who moved money: that it waits and why, or what was done. */
export function doneOrWaits<T>(done: T | Waiting, words: (done: T) => string): string {
  if (!isWaiting(done)) return words(done);
  return done.day ? `${dayWords(done.day, "you")} ${WAITS}` : WAITS;
}

/** The same of who changed what protects the money. */
export function changedOrWaits(done: unknown, words: string): string {
  return isWaiting(done) ? CHANGE_WAITS : words;
}
