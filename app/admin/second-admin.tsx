import { dayWords, isWaiting, type Waiting } from "#lib/audit/second-admin";
import type { Limits, MovementKind, SecondAdmin } from "#lib/audit/second-admin-limits";
import { formatMoney } from "#lib/core/money";
import { Notice } from "../ui/notice.tsx";

/** What is moved by hand, in words. */
export const MOVEMENT_WORDS: Record<MovementKind, string> = {
  credit: "Credits",
  debit: "Debits",
  claw_back: "Claw-backs",
  correction: "Entries reversed",
  funding: "Payments approved",
  suspense: "Money out of suspense",
  settle: "Unconfirmed purchases decided",
  reversal: "Purchases reversed",
};

interface Props {
  second: SecondAdmin;
  /** What can be done here. */
  of: readonly MovementKind[];
}

/** From which sum on two people are needed for what can be done here, or that there is only one. */
export function SecondAdminNote({ second: { exists, kinds }, of }: Props) {
  if (!exists)
    return (
      <div className="mb-4">
        <Notice kind="warn" title="There is no second person">
          Nobody else can confirm what you do, so money that you move goes through at once, however much it
          is. The audit record says so.
        </Notice>
      </div>
    );
  const same = Map.groupBy(of, (kind) => limitWords(kinds[kind]));
  const [one] = same.size === 1 ? of : [];
  if (one && kinds[one].day === null)
    return <p className="mb-4 text-muted text-sm">{allWords(kinds[one].above)}</p>;
  return (
    <div className="mb-4 text-muted text-sm">
      <p>Another admin has to confirm:</p>
      <ul className="list-disc pl-5">
        {Array.from(same, ([words, ofIt]) => (
          <li key={words}>
            {sentenceCase(ofIt.map((kind) => MOVEMENT_WORDS[kind].toLowerCase()).join(", "))}: {words}
          </li>
        ))}
      </ul>
    </div>
  );
}

const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Where all that can be done here goes by one sum. */
function allWords(above: Limits["above"]): string {
  if (above === null) return "Nobody has to confirm what is done by hand here.";
  if (above === 0n) return "Whoever moves money by hand needs another admin to confirm it.";
  return `Whoever moves more than ${formatMoney(above)} by hand needs another admin to confirm it.`;
}

/** "above ₦5,000.00; above ₦20,000.00 together in 24 hours, of which you moved ₦3,000.00" */
function limitWords({ above, day, moved }: Limits): string {
  const once = above === null ? "none" : above === 0n ? "each" : `above ${formatMoney(above)}`;
  if (day === null) return once;
  return `${once}; above ${formatMoney(day)} together in 24 hours, of which you moved ${formatMoney(moved)}`;
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

const WAITS = "Nothing moved yet. Another admin has to confirm it: it waits under Wallets, Second admin.";
const CHANGE_WAITS =
  "Nothing changed yet. Another owner has to confirm it: it waits under Wallets, Second admin.";

/** What somebody reads who moved money: that it waits and why, or what was done. */
export function doneOrWaits<T>(done: T | Waiting, words: (done: T) => string): string {
  if (!isWaiting(done)) return words(done);
  return done.day ? `${dayWords(done.day, "you")} ${WAITS}` : WAITS;
}

/** The same of who changed what protects the money. */
export function changedOrWaits(done: unknown, words: string): string {
  return isWaiting(done) ? CHANGE_WAITS : words;
}
