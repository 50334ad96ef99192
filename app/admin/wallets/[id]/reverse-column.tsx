import { AdminDialog } from "#app/admin/admin-form";
import { reverseEntryAction } from "#app/admin/wallets/actions.ts";
import type { Column } from "#app/ui/list/data-table";
import { formatMoney } from "#lib/core/money/money";
import type { StatementLine } from "#lib/purchase/wallet-statement";

const REVERSIBLE = new Set(["credit", "debit", "claw_back"]);

/** The entry's number, and the form that reverses it, once. */
export const reverseColumn: Column<StatementLine> = {
  head: "Entry",
  align: "end",
  cell: ({ journalId, kind, amount, reversedById, reversesId }) => {
    if (reversedById) return <span className="text-muted">Reversed by {reversedById}</span>;
    if (reversesId) return <span className="text-muted">Reverses {reversesId}</span>;
    if (!REVERSIBLE.has(kind)) return <span className="text-faint">{journalId}</span>;
    return (
      <AdminDialog
        needs="money"
        trigger={`Reverse ${journalId}`}
        look={{ variant: "quiet", size: "sm" }}
        title={`Reverse entry ${journalId}?`}
        about={`This posts a new entry of the opposite amount of ${formatMoney(amount)}. It can’t be undone.`}
        id={`reverse-${journalId}`}
        action={reverseEntryAction}
        hidden={{ journalId }}
        reasonHint="The reseller sees this on their statement."
        submit="Reverse entry"
        submitLook="danger"
      />
    );
  },
};
