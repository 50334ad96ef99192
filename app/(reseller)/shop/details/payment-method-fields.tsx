"use client";

import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Checkbox, FieldSet } from "#app/ui/form/checkbox";
import { useField } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import type { ShopPaymentMethod } from "#lib/shop/payment-method";

interface Props {
  payments: readonly ShopPaymentMethod[];
  /** The method selected by default. */
  first?: ShopPaymentMethod["kind"];
  /** Whether a card with its own title and border is around them. */
  inCard?: boolean;
}

/** The payment methods; each opens when selected. */
export function PaymentMethodFields({ payments, first, inCard = false }: Props) {
  const none = useField("payments").error;
  const bank = payments.find((method) => method.kind === "bank");
  const service = payments.find((method) => method.kind === "mobile_money");
  const cash = payments.find((method) => method.kind === "cash");
  const field = (name: string, saved: string | undefined) => ({ name, maxLength: 60, defaultValue: saved });
  return (
    <FieldSet legend="Payment methods" name="payments" legendHidden={inCard}>
      <div
        className={cx(
          "divide-y divide-line border-line",
          inCard ? "-mx-4 border-b md:-mx-5 md:*:px-5" : "rounded-lg border bg-surface",
        )}
      >
        <PaymentMethodOption
          name="payBank"
          label="Bank transfer"
          on={Boolean(bank) || first === "bank"}
          invalid={Boolean(none)}
        >
          <Input label="Bank" {...field("bank", bank?.bank)} />
          <Input label="Account name" {...field("bankName", bank?.accountName)} />
          <Input
            label="Account number"
            inputMode="numeric"
            {...field("bankNumber", bank?.accountNumber)}
            maxLength={34}
          />
        </PaymentMethodOption>
        <PaymentMethodOption name="payService" label="Mobile money" on={Boolean(service)}>
          <Input label="Service" placeholder="OPay, PalmPay, …" {...field("service", service?.provider)} />
          <Input label="Account name" {...field("serviceName", service?.accountName)} />
          <Input
            label="Account number"
            inputMode="numeric"
            {...field("serviceNumber", service?.accountNumber)}
            maxLength={34}
          />
        </PaymentMethodOption>
        <PaymentMethodOption name="payCash" label="Cash" on={Boolean(cash)}>
          <div className="sm:col-span-2">
            <Input label="Place and time" {...field("where", cash?.where)} maxLength={160} />
          </div>
        </PaymentMethodOption>
      </div>
    </FieldSet>
  );
}

function PaymentMethodOption({
  name,
  label,
  on,
  invalid,
  children,
}: {
  name: string;
  label: string;
  on: boolean;
  invalid?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="group px-4 py-1">
      <Checkbox
        name={name}
        value="yes"
        defaultChecked={on}
        aria-invalid={invalid || undefined}
        label={label}
        className="font-medium"
      />
      <div className="hidden gap-4 pt-2 pb-4 group-has-[input[type=checkbox]:checked]:grid sm:grid-cols-2">
        {children}
      </div>
    </div>
  );
}
