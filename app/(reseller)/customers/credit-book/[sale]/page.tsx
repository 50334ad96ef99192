import { randomUUID } from "node:crypto";
import type { ReactNode } from "react";
import { recordPaymentAction } from "#app/(reseller)/customers/credit-book/actions.ts";
import { BOOK_PATH, NOTEBOOK_TEXT } from "#app/(reseller)/customers/credit-book/credit-labels.ts";
import { buildReminderUrl } from "#app/(reseller)/customers/credit-book/reminder.ts";
import { PhoneWithCopy } from "#app/(reseller)/customers/customer-phone";
import { Banner } from "#app/ui/banner";
import { buttonClass } from "#app/ui/button-class.ts";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { DecimalInput } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatCount } from "#app/ui/format-count.ts";
import { MessageCircle } from "#app/ui/icon/icons.ts";
import { Money } from "#app/ui/money";
import { FocusOnChange } from "#app/ui/page/focus-on-change";
import { PageHeader } from "#app/ui/page/page-header";
import { formatMoney, formatMoneyField, getCurrencySign } from "#lib/core/money/money";
import { formatDay } from "#lib/core/time/time";
import { type CreditAccount, getCreditAccount } from "#lib/credit-book/credit-account";
import { requireResellerPage } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { getSeller } from "#lib/shop/seller";
import { CreditPayments, CreditSales } from "./account-rows.tsx";

export const metadata = { title: "Customer on credit" };

/** The account of the customer of a sale: sales that are owed, and payments. */
export default async function CreditAccountPage({ params }: { params: Promise<{ sale: string }> }) {
  const { ctx } = await requireResellerPage("customers");
  const id = Number((await params).sale);
  const account = await loadOrNotFound(getCreditAccount(ctx, { id }));
  const reminder = buildReminderUrl(account, (await getSeller(ctx)).name);
  const { name, phone, phoneE164, sales, ended, count, payments } = account;
  return (
    <>
      <PageHeader
        title={name || phone}
        lead={name && <PhoneWithCopy phone={phone} />}
        back={{ href: BOOK_PATH, label: "Credit book" }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <Owed account={account}>
          {reminder && (
            <a
              href={reminder}
              target="_blank"
              rel="noopener"
              className={buttonClass({ variant: "secondary" })}
            >
              <MessageCircle />
              Remind on WhatsApp
            </a>
          )}
          <ButtonLink href={`${BOOK_PATH}/new?sale=${id}`} variant="secondary">
            Add sale
          </ButtonLink>
        </Owed>
        {account.owed > 0n && <PaymentForm id={id} account={account} />}
        <CreditSales
          sales={[...sales, ...(ended ? [ended] : [])]}
          opened={id}
          isLinked={ctx.actor.kind !== "helper"}
        />
        {payments.length > 0 && <CreditPayments payments={payments} />}
      </div>
      <p className="mt-5">
        <ButtonLink
          href={`${BOOK_PATH}/sales?${new URLSearchParams({ q: phoneE164, show: "all" })}`}
          variant="quiet"
          className="-ml-4"
        >
          {count > sales.length ? `All ${formatCount(count)} sales that are owed` : "Earlier sales"}
        </ButtonLink>
      </p>
      <p className="text-muted text-sm">{NOTEBOOK_TEXT}</p>
    </>
  );
}

function Owed({
  account: { owed, overdue, sales },
  children,
}: {
  account: CreditAccount;
  children: ReactNode;
}) {
  const [first] = sales;
  const isRefunded = sales.some(({ purchase }) => purchase?.refunded);
  return (
    <Card>
      <FocusOnChange of={String(owed)} className="outline-none">
        <div role="status">
          {owed === 0n ? (
            <p className="font-semibold text-xl">Nothing is owed.</p>
          ) : (
            <>
              <p className="text-muted">Owed to you</p>
              <Money text={formatMoney(owed)} size="hero" />
            </>
          )}
          {overdue > 0n ? (
            <p className="mt-1 font-medium text-bad">{formatMoney(overdue)} overdue</p>
          ) : (
            first && <p className="mt-1 text-muted">Due {formatDay(first.dueOn)}</p>
          )}
        </div>
      </FocusOnChange>
      {isRefunded && (
        <Banner kind="warn" className="mt-4" title="A purchase was refunded to you">
          Your customer didn’t keep its data. Undo that sale below if nothing is owed for it.
        </Banner>
      )}
      <div className="mt-5 flex flex-wrap gap-2 max-sm:*:grow">{children}</div>
    </Card>
  );
}

/** In full unless a part is entered; the sales that are due first are paid first. */
function PaymentForm({ id, account: { owed, count } }: { id: number; account: CreditAccount }) {
  return (
    <Card title="Payment">
      <ActionForm
        action={recordPaymentAction}
        id="payment"
        hidden={{ key: randomUUID(), id }}
        className="gap-3"
      >
        <FormStatus />
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-40">
            <DecimalInput
              key={String(owed)}
              label="Amount received"
              name="amount"
              start={getCurrencySign()}
              defaultValue={formatMoneyField(owed)}
            />
          </div>
          <SubmitButton className="max-sm:w-full">Record payment</SubmitButton>
        </div>
        <p className="text-muted text-sm">
          {count > 1
            ? "Enter a part if it is one. It counts for the sales that are due first."
            : "Enter a part if it is one."}
        </p>
      </ActionForm>
    </Card>
  );
}
