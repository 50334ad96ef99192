import { saveShopPaymentsAction } from "#app/(reseller)/shop/actions.ts";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { Select } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import type { OwnShopView } from "#lib/shop/shop-view";
import { PaymentMethodFields } from "./payment-method-fields.tsx";

export function PaymentsForm({
  payments,
  paymentWindowMinutes,
  refundsInOutage,
}: Pick<OwnShopView, "payments" | "paymentWindowMinutes" | "refundsInOutage">) {
  return (
    <ActionForm
      id="payments"
      action={saveShopPaymentsAction}
      permalink="/shop/details?open=payments"
      className="gap-5"
    >
      <PaymentMethodFields payments={payments} inCard />
      <Select
        label="Payment window"
        name="paymentWindowMinutes"
        options={PAY_WITHIN_OPTIONS}
        defaultValue={String(paymentWindowMinutes)}
        hint="An order that isn’t paid by then expires."
      />
      <Select
        label="When a network is down"
        name="refundsInOutage"
        options={OUTAGE_OPTIONS}
        defaultValue={String(refundsInOutage)}
        hint="For orders that are paid online just before."
      />
      <ConfirmPassword />
      <FormStatus />
      <SubmitButton className="self-start max-sm:w-full">Save payment methods</SubmitButton>
    </ActionForm>
  );
}

const OUTAGE_OPTIONS = [
  { value: "false", label: "Deliver when it works again" },
  { value: "true", label: "Refund the customer" },
];

const PAY_WITHIN_OPTIONS = [
  { value: "30", label: "30 minutes" },
  { value: "120", label: "2 hours" },
  { value: "360", label: "6 hours" },
  { value: "1440", label: "1 day" },
  { value: "4320", label: "3 days" },
];
