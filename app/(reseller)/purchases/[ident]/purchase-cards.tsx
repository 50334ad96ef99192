import { SellingPriceField } from "#app/(reseller)/buy/selling-price-field";
import { saveCustomerNumberAction } from "#app/(reseller)/customers/actions.ts";
import { saveSellingPriceAction } from "#app/(reseller)/purchases/actions.ts";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { UserPlus } from "#app/ui/icon/icons.ts";
import { formatMoneyField, getMoneyFormat } from "#lib/core/money/money";
import type { PurchaseDetail, PurchaseView } from "#lib/purchase/read/purchase-view";

/** Asks for the customer's price, without which a sale has no profit. */
export function AddPriceCard({ purchase }: { purchase: PurchaseDetail }) {
  return (
    <Card id="earned" title="Your profit">
      <p className="text-muted">Add what the customer paid to see your profit.</p>
      <PriceForm purchase={purchase} />
    </Card>
  );
}

export function PriceForm({ purchase: { ident, sellingPrice, price } }: { purchase: PurchaseDetail }) {
  return (
    <Disclosure title={sellingPrice === null ? "Add price" : "Change price"} className="mt-2">
      <ActionForm
        action={saveSellingPriceAction}
        id="selling-price-of"
        hidden={{ ident }}
        className="mt-2 gap-4"
      >
        <SellingPriceField
          name="sellingPrice"
          warned="warned"
          label="Customer paid"
          first={sellingPrice === null ? "" : formatMoneyField(sellingPrice)}
          priceMinor={String(price)}
          money={getMoneyFormat()}
          note="Used only to work out your profit. Leave empty if you don’t know."
        />
        <FormStatus />
        <SubmitButton variant="secondary">Save</SubmitButton>
      </ActionForm>
    </Disclosure>
  );
}

/** Saves the number and plan of a purchase as a customer. The name is optional. */
export function SaveCustomerForm({ purchase: { phone, planId } }: { purchase: PurchaseView }) {
  return (
    <Card title="Save customer">
      <ActionForm
        action={saveCustomerNumberAction}
        id="save-number"
        hidden={{ phone, plan: planId }}
        className="gap-3"
      >
        <FormStatus />
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-44">
            <Input label="Name" name="name" optional autoComplete="off" maxLength={60} />
          </div>
          <SubmitButton variant="secondary">
            <UserPlus /> Save customer
          </SubmitButton>
        </div>
      </ActionForm>
    </Card>
  );
}
