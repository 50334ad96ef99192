import { formatMoney } from "#lib/core/money";
import type { StatementLine } from "#lib/purchase/statement";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import type { Column } from "../../../ui/data-table.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { reverse } from "../actions.ts";

const REVERSIBLE = new Set(["credit", "debit", "claw_back"]);

/** The end of a line: its number, and the way to undo it, once. */
export const reverseColumn: Column<StatementLine> = {
  key: "reverse",
  head: "Entry",
  align: "end",
  cell: ({ journalId, kind, amount, reversedById, reversesId }) => {
    if (reversedById) return <span className="text-muted">Reversed by {reversedById}</span>;
    if (reversesId) return <span className="text-muted">Undoes {reversesId}</span>;
    if (!REVERSIBLE.has(kind)) return <span className="text-faint">{journalId}</span>;
    return (
      <ConfirmDialog
        needs="money"
        trigger={`Reverse ${journalId}`}
        look={{ variant: "quiet", size: "sm" }}
        title={`Reverse entry ${journalId}?`}
      >
        <p>The opposite of {formatMoney(amount)} moves, as an entry of its own. An entry is reversed once.</p>
        <DeskForm
          needs="money"
          id={`reverse-${journalId}`}
          action={reverse}
          hidden={{ journalId }}
          whyHint="The reseller reads this on their statement."
          submit="Reverse it"
          look={{ variant: "danger", wide: true }}
        />
      </ConfirmDialog>
    );
  },
};
