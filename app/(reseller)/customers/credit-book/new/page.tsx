import { randomUUID } from "node:crypto";
import { addPurchaseAndOpenAction, addSaleAction } from "#app/(reseller)/customers/credit-book/actions.ts";
import { NOTEBOOK_TEXT } from "#app/(reseller)/customers/credit-book/credit-labels.ts";
import { SaleFields } from "#app/(reseller)/customers/credit-book/sale-fields";
import { CustomerPhoneInput } from "#app/(reseller)/customers/customer-phone";
import { loadOwnPurchase } from "#app/(reseller)/purchases/[ident]/load-purchase.ts";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import type { Query } from "#app/ui/list/build-href.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { getCreditAccount } from "#lib/credit-book/credit-account";
import { getUsualDueDay } from "#lib/credit-book/credit-sale";
import { getCustomerNames } from "#lib/customer/find-customers";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";
import { requireResellerPage } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";

export const metadata = { title: "New sale" };

/** Adds a sale: of the purchase that the query names, or for the customer of another `sale`. */
export default async function NewSalePage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage("customers");
  const query = await searchParams;
  const [ident, sale] = [query.purchase, query.sale].map((value) => [value].flat()[0]);
  const purchase = ident ? await loadOwnPurchase(ctx, ident) : null;
  const account = sale ? await loadOrNotFound(getCreditAccount(ctx, { id: Number(sale) })) : null;
  const names = purchase ? await getCustomerNames(ctx, [purchase]) : null;
  return (
    <>
      <PageHeader
        title="New sale"
        lead={NOTEBOOK_TEXT}
        back={{ href: "/customers/credit-book", label: "Credit book" }}
      />
      <Card className="max-w-lg">
        {purchase ? (
          <PurchaseForm purchase={purchase} name={names?.get(purchase.phoneE164) ?? ""} />
        ) : (
          <ActionForm action={addSaleAction} hidden={{ key: randomUUID() }}>
            <FormStatus />
            <CustomerPhoneInput phone={account?.phone} />
            <NameField name={account?.name ?? ""} />
            <SaleFields what="" amount={null} dueOn={getUsualDueDay()} />
            <SubmitButton size="lg" wide>
              Add sale
            </SubmitButton>
          </ActionForm>
        )}
      </Card>
    </>
  );
}

function PurchaseForm({ purchase, name }: { purchase: PurchaseDetail; name: string }) {
  const { ident, phone, sellingPrice } = purchase;
  return (
    <ActionForm action={addPurchaseAndOpenAction} hidden={{ key: randomUUID(), ident }}>
      <FormStatus />
      <p>
        <span className="font-semibold">{formatPlanName(purchase)}</span>{" "}
        <span className="whitespace-nowrap">for {phone}</span>
      </p>
      <NameField name={name} />
      <SaleFields what={null} amount={sellingPrice} dueOn={getUsualDueDay()} />
      <SubmitButton size="lg" wide>
        Add sale
      </SubmitButton>
    </ActionForm>
  );
}

const NameField = ({ name }: { name: string }) => (
  <Input label="Name" name="name" optional autoComplete="off" maxLength={60} defaultValue={name} />
);
