import {
  changeSaleAction,
  undoPaymentAction,
  undoSaleAction,
} from "#app/(reseller)/customers/credit-book/actions.ts";
import { CREDIT_STATE_LABELS } from "#app/(reseller)/customers/credit-book/credit-labels.ts";
import { SaleFields } from "#app/(reseller)/customers/credit-book/sale-fields";
import { Badge, StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { ActionButton } from "#app/ui/form/action-button";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Money } from "#app/ui/money";
import { TextLink } from "#app/ui/page/page-link";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { formatDay } from "#lib/core/time/time";
import type { CreditPaymentView } from "#lib/credit-book/credit-account";
import type { CreditSaleView } from "#lib/credit-book/credit-lists";

interface SalesProps {
  sales: readonly CreditSaleView[];
  /** The id of the sale by which the account was opened. */
  opened: number;
  /** Whether the purchases are open to the reader, as those that others sold aren’t to a helper. */
  isLinked: boolean;
}

/** The sales that are owed, those due first at the top, each with its form. */
export function CreditSales({ sales, opened, isLinked }: SalesProps) {
  return (
    <Card title="Sales" padded={false}>
      <ul className="divide-y divide-line">
        {sales.map((sale) => (
          <SaleRow
            key={sale.id}
            sale={sale}
            isOpened={sale.id === opened && sales.length > 1}
            isLinked={isLinked}
          />
        ))}
      </ul>
    </Card>
  );
}

interface SaleRowProps extends Pick<SalesProps, "isLinked"> {
  sale: CreditSaleView;
  isOpened: boolean;
}

function SaleRow({ sale, isOpened, isLinked }: SaleRowProps) {
  const { what, amount, paid, owed, dueOn, createdAt, state, purchase } = sale;
  return (
    <li className="px-4 pt-3 pb-1 md:px-5" aria-current={isOpened || undefined}>
      <div className="flex items-start justify-between gap-4">
        <p className="wrap-anywhere min-w-0 font-medium">
          {purchase && isLinked ? <TextLink href={`/purchases/${purchase.ident}`}>{what}</TextLink> : what}
        </p>
        <Money
          text={formatMoney(state === "owed" || state === "overdue" ? owed : amount)}
          className="font-semibold"
        />
      </div>
      <div className="flex items-center justify-between gap-4 text-muted text-sm">
        <p>
          <Time at={createdAt} />
          {` · due ${formatDay(dueOn)}`}
          {paid > 0n && owed > 0n && ` · ${formatMoney(paid)} of ${formatMoney(amount)} paid`}
        </p>
        {purchase?.refunded ? (
          <Badge tone="bad">Refunded</Badge>
        ) : (
          <StateBadge {...CREDIT_STATE_LABELS[state]} />
        )}
      </div>
      {state === "undone" ? <div className="h-2" /> : <SaleForms sale={sale} />}
    </li>
  );
}

function SaleForms({ sale: { id, what, amount, paid, dueOn } }: { sale: CreditSaleView }) {
  return (
    <Disclosure
      title={
        <>
          Change or undo<span className="sr-only">{`: ${what}, ${formatMoney(amount)}`}</span>
        </>
      }
    >
      <div className="grid gap-3 pt-1 pb-3">
        <ActionForm action={changeSaleAction} id={`change-${id}`} hidden={{ id }} className="gap-3">
          <FormStatus />
          <SaleFields what={what} amount={amount} dueOn={dueOn} />
          <SubmitButton variant="secondary">Save</SubmitButton>
        </ActionForm>
        {paid === 0n ? (
          <ConfirmDialog trigger="Undo sale" look={{ variant: "quiet" }} title="Undo this sale?">
            <p>It leaves your credit book as a wrong entry. A purchase itself stays as it is.</p>
            <ActionButton action={undoSaleAction} id={`undo-${id}`} hidden={{ id }} variant="danger" wide>
              Undo sale
            </ActionButton>
          </ConfirmDialog>
        ) : (
          <p className="text-muted text-sm">To undo this sale, undo its payment first.</p>
        )}
      </div>
    </Disclosure>
  );
}

/** The payments of the customer, newest first. */
export function CreditPayments({ payments }: { payments: readonly CreditPaymentView[] }) {
  return (
    <Card title="Payments" padded={false}>
      <ul className="divide-y divide-line">
        {payments.map(({ key, amount, at, undone }) => (
          <li key={key} className="flex min-h-14 items-center justify-between gap-4 px-4 py-1 md:px-5">
            <p>
              <Money text={formatMoney(amount)} className={undone ? "line-through" : "font-semibold"} />
              <span className="block text-muted text-sm">
                <Time at={at} />
              </span>
            </p>
            {undone ? (
              <Badge>Undone</Badge>
            ) : (
              <ConfirmDialog
                trigger={
                  <>
                    Undo<span className="sr-only">{` payment of ${formatMoney(amount)}`}</span>
                  </>
                }
                look={{ variant: "quiet", size: "sm" }}
                title={`Undo this payment of ${formatMoney(amount)}?`}
              >
                <p>Your customer owes it again.</p>
                <ActionButton
                  action={undoPaymentAction}
                  id={`undo-${key}`}
                  hidden={{ key }}
                  variant="danger"
                  wide
                >
                  Undo payment
                </ActionButton>
              </ConfirmDialog>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
