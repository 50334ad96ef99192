"use client";

import type { ReactNode } from "react";
import type { PaymentWay } from "#lib/shop/payment-way";
import { Checkbox, FieldSet } from "../../../ui/checkbox.tsx";
import { useField } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";

interface Props {
  payments: readonly PaymentWay[];
  /** Which way is ticked where none is set yet. */
  first?: PaymentWay["kind"];
}

/** The ways to pay: each opens when it is ticked. */
export function PayFields({ payments, first }: Props) {
  const none = useField("payments").error;
  const bank = payments.find((way) => way.kind === "bank");
  const service = payments.find((way) => way.kind === "mobile_money");
  const cash = payments.find((way) => way.kind === "cash");
  const field = (name: string, saved: string | undefined) => ({ name, maxLength: 60, defaultValue: saved });
  return (
    <FieldSet legend="How customers pay you" name="payments">
      <div className="divide-y divide-line rounded-lg border border-line bg-surface">
        <Way
          name="payBank"
          label="Bank transfer"
          on={Boolean(bank) || first === "bank"}
          invalid={Boolean(none)}
        >
          <Input label="Bank" {...field("bank", bank?.bank)} />
          <Input label="Name on the account" {...field("bankName", bank?.accountName)} />
          <Input
            label="Account number"
            inputMode="numeric"
            {...field("bankNumber", bank?.accountNumber)}
            maxLength={34}
          />
        </Way>
        <Way name="payService" label="Mobile money" on={Boolean(service)}>
          <Input label="Service" placeholder="OPay, PalmPay, …" {...field("service", service?.provider)} />
          <Input label="Name on the account" {...field("serviceName", service?.accountName)} />
          <Input
            label="Number"
            inputMode="numeric"
            {...field("serviceNumber", service?.accountNumber)}
            maxLength={34}
          />
        </Way>
        <Way name="payCash" label="Cash" on={Boolean(cash)}>
          <div className="sm:col-span-2">
            <Input label="Where and when" {...field("where", cash?.where)} maxLength={160} />
          </div>
        </Way>
      </div>
    </FieldSet>
  );
}

function Way({
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
