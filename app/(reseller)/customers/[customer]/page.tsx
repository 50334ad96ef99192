import { CalendarPlus, Receipt, RotateCcw } from "lucide-react";
import type { Metadata } from "next";
import { list } from "#lib/catalogue/list";
import { formatMoney } from "#lib/core/money";
import { type CustomerView, getCustomer } from "#lib/customer/customer-view";
import { withOpenCase } from "#lib/purchase/case/case-view";
import { ownPurchaseList } from "#lib/purchase/read/list";
import { totals } from "#lib/purchase/read/totals";
import { requireResellerPage } from "#lib/web/actor";
import { orNotFound } from "#lib/web/or-not-found";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { countText } from "../../../ui/count-text.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Live } from "../../../ui/live.tsx";
import { Money } from "../../../ui/money.tsx";
import { NetworkTile } from "../../../ui/network-tile.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PlainIcon } from "../../../ui/plain-icon.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { SumLine } from "../../../ui/sum-line.tsx";
import { Time } from "../../../ui/time.tsx";
import { planOptions } from "../../bulk/plan-options.ts";
import { PurchaseTable } from "../../purchases/(list)/purchase-table.tsx";
import { change, remove } from "../actions.ts";
import { buyHref } from "../buy-href.ts";
import { Details } from "../details.tsx";

export const metadata: Metadata = { title: "Customer" };

const SHOWN = 10;

/** One customer: buying again first, then what was bought for them, and what is known of them. */
export default async function CustomerPage({ params }: { params: Promise<{ customer: string }> }) {
  const { ctx } = await requireResellerPage();
  const customer = await orNotFound(getCustomer(ctx, { id: Number((await params).customer) }));
  const { id, name, phone, phoneE164: q, last } = customer;
  const [{ plans }, bought, { count, delivered, spent }] = await Promise.all([
    list(ctx, {}),
    ownPurchaseList.page(ctx, { q }, SHOWN),
    totals(ctx, { q }),
  ]);
  const notReceived = await withOpenCase(
    ctx,
    bought.rows.map((purchase) => purchase.id),
  );
  return (
    <>
      <Live />
      <PageHeader
        title={name || phone}
        lead={
          name && (
            <span className="inline-flex items-center gap-1">
              <span>{phone}</span>
              <CopyButton text={phone.replace(/\D/g, "")} what="number" />
            </span>
          )
        }
        back={{ href: "/customers", label: "Customers" }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <BuyAgain customer={customer} />
        <section aria-labelledby="bought">
          <h2 id="bought" className="mb-3 font-semibold text-lg">
            Bought for them
          </h2>
          {last ? (
            <>
              <SumLine
                sums={[
                  { label: "Purchases", value: countText(count) },
                  { label: "Delivered", value: countText(delivered) },
                  { label: "Spent", value: <Money text={formatMoney(spent)} /> },
                  { label: "Last", value: <Time at={last.at} /> },
                ]}
              />
              <PurchaseTable purchases={bought.rows} notReceived={notReceived} />
              {bought.next && (
                <ButtonLink
                  href={`/purchases?${new URLSearchParams({ q })}`}
                  variant="secondary"
                  className="mt-4"
                >
                  See all {countText(count)}
                </ButtonLink>
              )}
            </>
          ) : (
            <Card>
              <EmptyState icon={Receipt} title="Nothing yet">
                What you buy for this number stands here.
              </EmptyState>
            </Card>
          )}
        </section>
        <Card title="Details" className="w-full max-w-lg">
          <ActionForm action={change} id="details" hidden={{ id }}>
            <FormAnswer />
            <Details known={customer} plans={planOptions(plans)} />
            <SubmitButton wide variant="secondary">
              Save
            </SubmitButton>
          </ActionForm>
          <div className="mt-3 grid">
            <ConfirmDialog
              trigger="Remove"
              look={{ variant: "quiet" }}
              title={`Remove ${name || phone}?`}
              cancel="Keep"
            >
              <p>The number is no longer offered. What you bought for it stays in your purchases.</p>
              <ActionForm action={remove} id="remove" hidden={{ id }}>
                <FormAnswer />
                <SubmitButton variant="danger" wide>
                  Remove
                </SubmitButton>
              </ActionForm>
            </ConfirmDialog>
          </div>
        </Card>
      </div>
    </>
  );
}

/** What they usually buy, at today's price, one tap from its review. */
function BuyAgain({ customer }: { customer: CustomerView }) {
  const { usual, last } = customer;
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-4">
        {usual && <NetworkTile name={usual.networkName} />}
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-muted text-sm">Usual plan</p>
          <p className="font-semibold">{usual?.label ?? "None chosen"}</p>
          {usual && (usual.price === null ? <p className="text-bad text-sm">Not sold now</p> : null)}
        </div>
        {usual?.price && <Money text={formatMoney(usual.price)} size="xl" />}
        <ButtonLink href={laterHref(customer)} variant="secondary" size="lg" className="w-full sm:w-auto">
          <PlainIcon icon={CalendarPlus} />
          Later or every month
        </ButtonLink>
        <ButtonLink href={buyHref(customer)} size="lg" className="w-full sm:w-auto">
          <PlainIcon icon={RotateCcw} />
          {last ? "Buy again" : "Buy"}
        </ButtonLink>
      </div>
    </Card>
  );
}

function laterHref({ planId, phoneE164: phone }: CustomerView): string {
  return `/schedules/new?${new URLSearchParams({ phone, ...(planId !== null && { plan: String(planId) }) })}`;
}
