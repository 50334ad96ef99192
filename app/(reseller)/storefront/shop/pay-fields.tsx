import type { ReactNode } from "react";
import type { PaymentWay } from "#lib/shop/payment-way";
import { Input } from "../../../ui/input.tsx";

interface Props {
  payments: readonly PaymentWay[];
  /** What was typed, after a refusal. */
  typed: ((name: string) => string | undefined) | null;
  error: (name: string) => string | undefined;
}

/** The ways to pay: each opens when it is ticked. */
export function PayFields({ payments, typed, error }: Props) {
  const bank = payments.find((way) => way.kind === "bank");
  const service = payments.find((way) => way.kind === "mobile_money");
  const cash = payments.find((way) => way.kind === "cash");
  const value = (name: string, saved: string | undefined) => typed?.(name) ?? saved;
  const on = (name: string, saved: unknown) => (typed ? typed(name) === "yes" : Boolean(saved));
  const field = (name: string, saved: string | undefined) => ({
    name,
    maxLength: 60,
    defaultValue: value(name, saved),
    error: error(name),
  });
  const none = error("payments");
  return (
    <fieldset aria-describedby={none ? "payments-error" : undefined}>
      <legend className="mb-2 font-medium text-sm">How customers pay you</legend>
      {none && (
        <p id="payments-error" className="mb-2 text-bad text-sm">
          {none}
        </p>
      )}
      <div className="divide-y divide-line rounded-lg border border-line bg-surface">
        <Way name="payBank" label="Bank transfer" on={on("payBank", bank)} invalid={Boolean(none)}>
          <Input label="Bank" {...field("bank", bank?.bank)} />
          <Input label="Name on the account" {...field("bankName", bank?.accountName)} />
          <Input
            label="Account number"
            inputMode="numeric"
            {...field("bankNumber", bank?.accountNumber)}
            maxLength={34}
          />
        </Way>
        <Way name="payService" label="Mobile money" on={on("payService", service)}>
          <Input label="Service" placeholder="OPay, PalmPay, …" {...field("service", service?.provider)} />
          <Input label="Name on the account" {...field("serviceName", service?.accountName)} />
          <Input
            label="Number"
            inputMode="numeric"
            {...field("serviceNumber", service?.accountNumber)}
            maxLength={34}
          />
        </Way>
        <Way name="payCash" label="Cash" on={on("payCash", cash)}>
          <div className="sm:col-span-2">
            <Input label="Where and when" {...field("where", cash?.where)} maxLength={160} />
          </div>
        </Way>
      </div>
    </fieldset>
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
      <label className="flex min-h-11 items-center gap-3 font-medium">
        <input
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={on}
          aria-invalid={invalid || undefined}
          className="size-5 accent-accent"
        />
        {label}
      </label>
      <div className="hidden gap-4 pt-2 pb-4 group-has-[input[type=checkbox]:checked]:grid sm:grid-cols-2">
        {children}
      </div>
    </div>
  );
}
