import { AdminDialog } from "#app/admin/admin-form";
import { AmountInput } from "#app/admin/amount-input";
import { ApprovalLimitNote } from "#app/admin/approval";
import { HistoryCard } from "#app/admin/history";
import { loadReseller } from "#app/admin/resellers/load-reseller.ts";
import {
  clawBackAction,
  creditWalletAction,
  debitWalletAction,
  reverseEntryAction,
} from "#app/admin/wallets/actions.ts";
import type { Column } from "#app/ui/list/data-table";
import { ListFilters } from "#app/ui/list/list-filters";
import { ListBody, ListHeader } from "#app/ui/list/list-page";
import { STATEMENT_FILTERS, StatementTable } from "#app/ui/list/statement-table";
import { SummaryLine } from "#app/ui/list/summary-line";
import { Money } from "#app/ui/money";
import { LiveUpdates } from "#app/ui/page/live-updates";
import type { PageProps } from "#app/ui/page/page-props.ts";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { getApprovalLimit } from "#lib/audit/approval-limits";
import { getAuditHistory } from "#lib/audit/audit-history";
import { createFormRef } from "#lib/core/form-ref";
import { formatMoney, getMoneyFormat, type Minor } from "#lib/core/money/money";
import { getWallet } from "#lib/ledger/wallet";
import { requireAdminPage } from "#lib/request/actor";
import { type StatementLine, walletStatement } from "#lib/sales/wallet-statement";
import { BalancePreview } from "./balance-preview.tsx";

export const metadata = { title: "Wallet" };

export default async function AdminWalletPage({ params, searchParams }: PageProps<{ id: string }>) {
  const { ctx } = await requireAdminPage();
  const { id, name } = await loadReseller(ctx, (await params).id);
  const path = `/admin/wallets/${id}`;
  const [wallet, page, approvalLimit] = await Promise.all([
    getWallet(ctx, { resellerId: id }),
    walletStatement(id).page(ctx, await searchParams),
    getApprovalLimit(ctx),
  ]);
  return (
    <>
      <LiveUpdates />
      <ListHeader
        here={path}
        page={page}
        title={`Wallet of ${name}`}
        back={{ href: `/admin/resellers/${id}`, label: name }}
        acts={
          <AdjustmentForms
            resellerId={id}
            name={name}
            balance={wallet.wallet}
            lastAdjustmentId={wallet.lastAdjustmentId}
          />
        }
      />
      <ApprovalLimitNote {...approvalLimit} />
      <SummaryLine
        sums={[
          {
            label: "Balance",
            value: (
              <Money text={formatMoney(wallet.wallet)} className={wallet.wallet < 0n ? "text-bad" : ""} />
            ),
          },
          { label: "Held", value: <Money text={formatMoney(wallet.held)} /> },
          { label: "Total spent", value: <Money text={formatMoney(wallet.spent)} /> },
        ]}
      />
      <div className="grid items-start gap-5 2xl:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <ListFilters here={path} on={page.on} filters={STATEMENT_FILTERS} days />
          <ListBody here={path} page={page} empty={NO_ENTRIES}>
            <StatementTable lines={page.rows} actions={reverseColumn} />
          </ListBody>
        </div>
        <HistoryCard records={getAuditHistory(ctx, { subject: "wallet", subjectId: id })} />
      </div>
    </>
  );
}

const NO_ENTRIES = { title: "No matching entries", text: "Change or clear the filters." };

interface AdjustmentFormsProps {
  resellerId: number;
  name: string;
  /** In minor units. */
  balance: Minor;
  /** The last adjustment that this page shows: a later form is rejected as a conflict. */
  lastAdjustmentId: number;
}

const REASON_HINT = "The reseller sees this on their statement.";

function AdjustmentForms({ resellerId, name, balance, lastAdjustmentId }: AdjustmentFormsProps) {
  const buildFields = (isDebit: boolean) => ({
    reasonHint: REASON_HINT,
    children: (
      <>
        <AmountInput label="Amount" name="amount" amount={null} />
        <BalancePreview balance={String(balance)} isDebit={isDebit} format={getMoneyFormat()} />
      </>
    ),
  });
  const createHidden = () => ({ resellerId, lastAdjustmentId, ref: createFormRef() });
  return (
    <PermissionGate do="money">
      <AdminDialog
        needs="money"
        trigger="Credit"
        look={{ variant: "primary" }}
        title={`Credit the wallet of ${name}`}
        id="credit"
        action={creditWalletAction}
        hidden={createHidden()}
        {...buildFields(false)}
        submit="Credit wallet"
        submitLook="primary"
      />
      <AdminDialog
        needs="money"
        trigger="Debit"
        title={`Debit the wallet of ${name}`}
        about="Up to the available balance. Money held for purchases stays."
        id="debit"
        action={debitWalletAction}
        hidden={createHidden()}
        {...buildFields(true)}
        submit="Debit wallet"
        submitLook="danger"
      />
      <AdminDialog
        needs="money"
        trigger="Claw back"
        title={`Claw back money from ${name}`}
        about="For money credited by mistake. The balance can go below zero. The reseller then can’t buy until they top up."
        id="claw-back"
        action={clawBackAction}
        hidden={createHidden()}
        {...buildFields(true)}
        submit="Claw back"
        submitLook="danger"
      />
    </PermissionGate>
  );
}

const REVERSIBLE = new Set(["credit", "debit", "claw_back"]);

/** The entry's number, and the form that reverses it, once. */
const reverseColumn: Column<StatementLine> = {
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
