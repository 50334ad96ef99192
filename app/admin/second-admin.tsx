import { formatMoney } from "#lib/core/money";
import { isWaiting, type SecondAdmin, type Waiting } from "#lib/ledger/second-admin";
import { Notice } from "../ui/notice.tsx";

/** From which sum on two people are needed, or that there is only one. */
export function SecondAdminNote({ above, exists }: SecondAdmin) {
  if (exists)
    return (
      <p className="mb-4 text-muted text-sm">
        Whoever moves more than {formatMoney(above)} by hand needs another admin to confirm it.
      </p>
    );
  return (
    <div className="mb-4">
      <Notice kind="warn" title="There is no second person">
        Nobody else can confirm what you do, so money that you move goes through at once, however much it is.
        The audit record says so.
      </Notice>
    </div>
  );
}

const WAITS = "Nothing moved yet. Another admin has to confirm it: it waits under Wallets, Second admin.";

/** What somebody reads who moved money: that it waits, or what was done. */
export function doneOrWaits<T>(done: T | Waiting, words: (done: T) => string): string {
  return isWaiting(done) ? WAITS : words(done);
}
