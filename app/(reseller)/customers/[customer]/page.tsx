import { buildPlanOptions } from "#app/(reseller)/buy/options.ts";
import { changeCustomerAction, removeCustomerAction } from "#app/(reseller)/customers/actions.ts";
import { OwedRow } from "#app/(reseller)/customers/credit-book/owed-row";
import { CustomerFields } from "#app/(reseller)/customers/customer-fields";
import { PhoneWithCopy } from "#app/(reseller)/customers/customer-phone";
import { buildBuyHref } from "#app/(reseller)/paths.ts";
import { toPurchaseRow } from "#app/(reseller)/purchases/(list)/purchase-row.ts";
import { PurchaseRows } from "#app/(reseller)/purchases/(list)/purchase-rows";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { ActionButton } from "#app/ui/form/action-button";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { FormDisclosure } from "#app/ui/form/form-disclosure";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatCount } from "#app/ui/format-count.ts";
import { CalendarPlus, Receipt, RotateCcw } from "#app/ui/icon/icons.ts";
import { EmptyCard } from "#app/ui/list/list-page";
import { RowList } from "#app/ui/list/list-row";
import { SummaryLine } from "#app/ui/list/summary-line";
import { NetworkTile } from "#app/ui/network-tile";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PrivateMoney } from "#app/ui/private-money";
import { Time } from "#app/ui/time";
import { listPlans } from "#lib/catalogue/list-plans";
import { getOfferedPrice } from "#lib/catalogue/price/price";
import { formatMoney } from "#lib/core/money/money";
import { getCreditTotals } from "#lib/credit-book/credit-account";
import { type CustomerView, getCustomer } from "#lib/customer/customer-view";
import { modules } from "#lib/modules";
import { findUnreceivedPurchases } from "#lib/purchase/read/find-unreceived-purchases";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { type BuyingHabits, getBuyingHabits } from "#lib/regular/buying-habits";
import { requireResellerPage } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { getPurchaseTotals } from "#lib/sales/purchase-totals";

export const metadata = { title: "Customer" };

const MAX_PURCHASES = 5;

export default async function CustomerPage({ params }: { params: Promise<{ customer: string }> }) {
  const { ctx } = await requireResellerPage("customers");
  const customer = await loadOrNotFound(getCustomer(ctx, { id: Number((await params).customer) }));
  const { id, name, phone, phoneE164: q, last } = customer;
  // A helper's purchases are those that they sold.
  const helper = ctx.actor.kind === "helper";
  const [{ plans }, habits, credit, bought, totals] = await Promise.all([
    listPlans(ctx, {}, getOfferedPrice),
    getBuyingHabits(ctx, { phone: q }),
    getCreditTotals(ctx, { phone: q }),
    ownPurchaseList.page(ctx, { q }, MAX_PURCHASES),
    helper ? null : getPurchaseTotals(ctx, { q }),
  ]);
  const notReceived = helper ? new Set<number>() : await findUnreceivedPurchases(ctx, bought.rows, modules);
  return (
    <>
      <LiveUpdates />
      <PageHeader
        title={name || phone}
        lead={name && <PhoneWithCopy phone={phone} />}
        back={{ href: "/customers", label: "Customers" }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <BuyAgain customer={customer} habits={habits} isSchedulable={!helper} />
        {credit.count > 0 && (
          <Card padded={false}>
            <RowList label="Credit book">
              <OwedRow credit={credit} isOfOneCustomer />
            </RowList>
          </Card>
        )}
        <section aria-labelledby="bought">
          <h2 id="bought" className="mb-3 font-semibold text-lg">
            {helper ? "Your sales" : "Purchases"}
          </h2>
          {last && bought.rows.length > 0 ? (
            <>
              {totals && (
                <SummaryLine
                  sums={[
                    { label: "Purchases", value: formatCount(totals.count) },
                    { label: "Delivered", value: formatCount(totals.delivered) },
                    { label: "Spent", value: <PrivateMoney text={formatMoney(totals.spent)} /> },
                  ]}
                />
              )}
              <PurchaseRows
                isOfOneCustomer
                rows={bought.rows.map((row) => toPurchaseRow(row, { notReceived }))}
              />
              {bought.next && (
                <ButtonLink
                  href={`/purchases?${new URLSearchParams({ q })}`}
                  variant="secondary"
                  className="mt-4"
                >
                  View all {totals && formatCount(totals.count)}
                </ButtonLink>
              )}
            </>
          ) : (
            <EmptyCard
              icon={Receipt}
              title={helper ? "No sales yet" : "No purchases yet"}
              text="Buy data for this customer, and it shows here."
            />
          )}
        </section>
        <Card title="Details" className="w-full max-w-lg">
          <ActionForm action={changeCustomerAction} id="details" hidden={{ id }} className="">
            <FormStatus />
            <FormDisclosure title="Change details">
              <div className="grid gap-4 pt-1">
                <CustomerFields customer={customer} plans={buildPlanOptions(plans)} />
                <SubmitButton wide variant="secondary">
                  Save
                </SubmitButton>
              </div>
            </FormDisclosure>
          </ActionForm>
          <div className="-ml-3">
            <ConfirmDialog
              trigger="Remove customer"
              look={{ variant: "quiet", size: "sm" }}
              title={`Remove ${name || phone}?`}
            >
              <p>You won’t see this customer when you buy. Their purchases stay in your list.</p>
              <ActionButton action={removeCustomerAction} id="remove" hidden={{ id }} variant="danger" wide>
                Remove customer
              </ActionButton>
            </ConfirmDialog>
          </div>
        </Card>
      </div>
    </>
  );
}

interface BuyAgainProps {
  customer: CustomerView;
  habits: BuyingHabits;
  isSchedulable: boolean;
}

/** The customer's usual plan at today's price, one tap from the review. */
function BuyAgain({ customer, habits, isSchedulable }: BuyAgainProps) {
  const { usual, last } = customer;
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-4">
        {usual && <NetworkTile name={usual.networkName} />}
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-muted text-sm">Usual plan{usual?.fromPurchases && ", from purchases"}</p>
          <p className="font-semibold">{usual?.label ?? "None chosen"}</p>
          {usual && (usual.price === null ? <p className="text-bad text-sm">Not for sale</p> : null)}
        </div>
        {usual?.price && <PrivateMoney text={formatMoney(usual.price)} size="xl" />}
        <ButtonLink href={buildBuyHref(customer)} size="lg" className="w-full sm:w-auto">
          <RotateCcw />
          {last ? "Buy again" : "Buy"}
        </ButtonLink>
        {isSchedulable && (
          <ButtonLink
            href={buildScheduleHref(customer)}
            variant="secondary"
            size="lg"
            className="w-full sm:w-auto"
          >
            <CalendarPlus /> Schedule purchase
          </ButtonLink>
        )}
      </div>
      <Habits habits={habits} />
    </Card>
  );
}

/** The plans that the customer usually buys, and the end of their bundle. */
function Habits({ habits: { plans, endsAt } }: { habits: BuyingHabits }) {
  if (plans.length === 0) return null;
  return (
    <dl className="mt-4 grid gap-2 border-line border-t pt-3 text-sm">
      {endsAt && (
        <div>
          <dt className="text-muted">{endsAt > new Date() ? "Bundle ends" : "Bundle ended"}</dt>
          <dd className="font-medium">
            <Time at={endsAt} />
          </dd>
        </div>
      )}
      <div>
        <dt className="text-muted">Usually buys</dt>
        {plans.map(({ planId, label, times }) => (
          <dd key={planId} className="flex justify-between gap-4">
            <span>{label}</span>
            <span className="whitespace-nowrap text-muted">{times === 1 ? "once" : `${times} times`}</span>
          </dd>
        ))}
      </div>
    </dl>
  );
}

function buildScheduleHref({ usual, phoneE164: phone }: CustomerView): string {
  return `/customers/schedules/new?${new URLSearchParams({ phone, ...(usual && { plan: String(usual.id) }) })}`;
}
