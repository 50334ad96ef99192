"use client";

import { type InputEvent, useRef, useState } from "react";
import { FieldSet, Radio } from "#app/ui/form/checkbox";
import { Input } from "#app/ui/form/input";
import { parseDecimal, toDecimalText } from "#lib/core/money/decimal";
import {
  calculatePayment,
  estimateCredit,
  type FeeRule,
  type PaymentLimits,
} from "#lib/payment/fee/fee-rule";

interface TopUpMethod {
  name: string;
  label: string;
  rule: FeeRule | null;
  /** The fee in words. */
  fee: string;
}

interface Props {
  /** The first is chosen. */
  methods: readonly [TopUpMethod, ...TopUpMethod[]];
  /** The amount that has to arrive, in minor units; null when any amount will do. */
  needed: bigint | null;
  limits: PaymentLimits;
  hint: string;
  /** The format of money, which a browser doesn't know. */
  format: MoneyFormat;
}

interface MoneyFormat {
  locale: string;
  currency: string;
  /** Decimals of the currency. */
  places: number;
}

/** The amount and provider of a top-up, with the fee and the credit while the amount is typed. */
export function TopUpFields({ methods, needed, limits, hint, format }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const fillIn = ({ rule }: TopUpMethod) =>
    needed === null ? "" : toDecimalText(calculatePayment(rule, needed, limits), format.places);
  const [first] = methods;
  const [{ method, amount, isTyped }, setState] = useState({
    method: first,
    amount: fillIn(first),
    isTyped: false,
  });

  function update(event: InputEvent<HTMLDivElement>) {
    const { name, value } = event.target as HTMLInputElement;
    const chosen = name === "provider" ? methods.find((method) => method.name === value) : undefined;
    if (!chosen) return setState({ method, amount: value, isTyped: true });
    if (isTyped || needed === null) return setState({ method: chosen, amount, isTyped });
    if (input.current) input.current.value = fillIn(chosen);
    setState({ method: chosen, amount: fillIn(chosen), isTyped });
  }

  return (
    <div className="flex flex-col gap-4" onInput={update}>
      <Input
        ref={input}
        label="Amount"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        placeholder="25,000.00"
        hint={hint}
        defaultValue={fillIn(first)}
      />
      <FeePreview
        gross={parseDecimal(amount, format.places)}
        method={method}
        needed={needed}
        limits={limits}
        format={format}
      />
      {methods.length > 1 && (
        <FieldSet legend="Pay with" name="provider">
          {methods.map(({ name, label, fee }) => (
            <Radio
              key={name}
              name="provider"
              value={name}
              label={label}
              note={fee}
              defaultChecked={name === first.name}
            />
          ))}
        </FieldSet>
      )}
    </div>
  );
}

interface FeePreviewProps extends Pick<Props, "needed" | "limits" | "format"> {
  gross: bigint | undefined;
  method: TopUpMethod;
}

function FeePreview({ gross, method, needed, limits, format }: FeePreviewProps) {
  const toText = (amount: bigint) =>
    new Intl.NumberFormat(format.locale, {
      style: "currency",
      currency: format.currency,
      currencyDisplay: "narrowSymbol",
    }).format(toDecimalText(amount, format.places) as Intl.StringNumericLiteral);
  const isAmount = gross !== undefined && gross > 0n;
  const estimate = isAmount ? estimateCredit(method.rule, gross, limits.feeBearer) : null;
  const unknown = isAmount && !estimate;
  const missing = needed !== null && estimate ? needed - estimate.credited : 0n;
  return (
    <div className="rounded-lg bg-sunken px-4 py-2 noscript:hidden">
      <dl>
        <PreviewRow label="You pay" value={isAmount ? toText(gross) : "–"} />
        <PreviewRow
          label="Fee"
          value={
            estimate ? (estimate.fee > 0n ? toText(estimate.fee) : "None") : unknown ? "Not known yet" : "–"
          }
        />
        <PreviewRow
          label="You get"
          value={estimate ? toText(estimate.credited) : unknown ? "The rest" : "–"}
          total
        />
      </dl>
      {missing > 0n && (
        <p className="pb-1 text-sm text-unsure" suppressHydrationWarning>
          {toText(missing)} less than you need.
        </p>
      )}
    </div>
  );
}

/** Browsers may write money a little differently from the server. */
function PreviewRow({ label, value, total = false }: { label: string; value: string; total?: boolean }) {
  return (
    <div
      className={
        total
          ? "flex min-h-9 items-center justify-between gap-4 border-line border-t font-semibold text-lg"
          : "flex min-h-8 items-center justify-between gap-4"
      }
      {...(total && { "aria-live": "polite", "aria-atomic": true })}
    >
      <dt className={total ? "" : "text-muted"}>{label}</dt>
      <dd suppressHydrationWarning>{value}</dd>
    </div>
  );
}
