"use client";

import { useRef, useState } from "react";
import { FieldSet, Radio } from "#app/ui/form/checkbox";
import { useField } from "#app/ui/form/form";
import { DecimalInput } from "#app/ui/form/input";
import { formatMoneyAs, type MoneyFormat, parseDecimal, toDecimalText } from "#lib/core/money/decimal";
import {
  calculateFee,
  calculateGross,
  calculatePayment,
  estimateCredit,
  type FeeRule,
  type PaymentLimits,
  sortByFee,
} from "#lib/payment/fee/fee-rule";
import { CHOSEN_METHOD_COOKIE } from "./chosen-method.ts";

interface TopUpMethod {
  name: string;
  label: string;
  rule: FeeRule | null;
  /** The fee in words. */
  fee: string;
}

interface Props {
  methods: readonly [TopUpMethod, ...TopUpMethod[]];
  /** The method that the reseller chose before; null while it is the one with the lowest fee. */
  chosen: string | null;
  /** The amount that has to arrive, in minor units; null when any amount will do. */
  needed: bigint | null;
  /** Amounts to tap, in minor units. */
  usual: readonly bigint[];
  limits: PaymentLimits;
  hint: string;
  sign: string;
  format: MoneyFormat;
}

interface TopUpState {
  picked: string | null;
  amount: string;
  /** The amount to get exactly, in minor units; null while the amount to pay was entered. */
  exact: bigint | null;
  isTyped: boolean;
}

const COOKIE_AGE_S = 365 * 24 * 3600;

/** The amount and provider of a top-up, with the fee and the credit while the amount is typed. */
export function TopUpFields({ methods, chosen, needed, usual, limits, hint, sign, format }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const sent = useField("provider").chosen?.[0];
  const typical = usual[usual.length >> 1] ?? limits.minAmount;
  const findMethod = (name: string | null, gross: bigint | undefined) =>
    methods.find((method) => method.name === name) ?? findCheapest(methods, gross || typical);
  const fillIn = ({ rule }: TopUpMethod, exact: bigint | null) => {
    if (exact !== null)
      return toDecimalText(calculatePayment(rule, exact, { ...limits, unit: 1n }), format.places);
    return needed === null ? "" : toDecimalText(calculatePayment(rule, needed, limits), format.places);
  };
  const [{ picked, amount, exact, isTyped }, setState] = useState<TopUpState>(() => {
    const picked = sent ?? chosen;
    const amount = fillIn(findMethod(picked, needed ?? undefined), null);
    return { picked, amount, exact: null, isTyped: false };
  });
  const gross = parseDecimal(amount, format.places);
  const method = findMethod(picked, isTyped ? gross : (needed ?? gross));

  function enter(text: string) {
    setState({ picked, amount: text, exact: null, isTyped: true });
  }

  function fill(next: TopUpState) {
    if (input.current) input.current.value = next.amount;
    setState(next);
  }

  function choose(method: TopUpMethod) {
    // biome-ignore lint/suspicious/noDocumentCookie: the next page reads it; not every browser has cookieStore.
    document.cookie = `${CHOSEN_METHOD_COOKIE}=${method.name}; path=/wallet; max-age=${COOKIE_AGE_S}; samesite=lax`;
    const picked = method.name;
    if (exact === null && (isTyped || needed === null)) return setState({ picked, amount, exact, isTyped });
    fill({ picked, amount: fillIn(method, exact), exact, isTyped });
  }

  /** Fills in the payment of which the amount arrives, and keeps the provider that it was seen with. */
  function getExactly(credit: bigint) {
    fill({ picked: method.name, amount: fillIn(method, credit), exact: credit, isTyped: true });
    input.current?.focus({ preventScroll: true });
  }

  return (
    <div className="flex flex-col gap-4">
      <div>
        <DecimalInput
          ref={input}
          label="Amount"
          name="amount"
          required
          placeholder="0.00"
          hint={hint}
          start={sign}
          defaultValue={fillIn(method, null)}
          onInput={({ currentTarget }) => enter(currentTarget.value)}
          className="min-h-14 font-semibold text-xl"
        />
        <UsualAmounts
          amounts={usual}
          entered={gross}
          format={format}
          onChoose={(text) => fill({ picked, amount: text, exact: null, isTyped: true })}
        />
      </div>
      <FeePreview
        {...{ gross, method, needed, limits, format }}
        onGetExactly={exact === null ? getExactly : undefined}
      />
      {methods.length > 1 && (
        <FieldSet legend="Pay with" name="provider">
          {methods.map((each) => (
            <Radio
              key={each.name}
              name="provider"
              value={each.name}
              label={each.label}
              note={each.fee}
              checked={each === method}
              onChange={() => choose(each)}
            />
          ))}
        </FieldSet>
      )}
    </div>
  );
}

const findCheapest = (methods: Props["methods"], gross: bigint) => sortByFee(methods, gross)[0] ?? methods[0];

interface UsualAmountsProps extends Pick<Props, "format"> {
  amounts: readonly bigint[];
  entered: bigint | undefined;
  onChoose: (text: string) => void;
}

function UsualAmounts({ amounts, entered, format, onChoose }: UsualAmountsProps) {
  return (
    <fieldset className="mt-3 grid auto-cols-auto grid-flow-col gap-1.5 max-[22rem]:[&>button:nth-of-type(4)]:hidden sm:flex sm:gap-2 noscript:hidden">
      <legend className="sr-only">Usual amounts</legend>
      {amounts.map((amount) => {
        const text = toDecimalText(amount, format.places);
        return (
          <button
            key={text}
            type="button"
            aria-pressed={amount === entered}
            onClick={() => onChoose(text)}
            className="min-h-11 rounded-full border border-edge/60 bg-surface px-1 font-medium text-sm sm:px-4 hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            suppressHydrationWarning
          >
            {formatMoneyAs(amount, format)}
          </button>
        );
      })}
    </fieldset>
  );
}

interface FeePreviewProps extends Pick<Props, "needed" | "limits" | "format"> {
  gross: bigint | undefined;
  method: TopUpMethod;
  /** None once an amount to get was chosen. */
  onGetExactly: ((credit: bigint) => void) | undefined;
}

function FeePreview({ gross, method, needed, limits, format, onGetExactly }: FeePreviewProps) {
  const toText = (amount: bigint) => formatMoneyAs(amount, format);
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
      {needed === null && limits.feeBearer === "reseller" && (
        <ExactAmount {...{ gross, method, limits, toText, onGetExactly }} />
      )}
      {missing > 0n && (
        <p className="pb-1 text-sm text-unsure" suppressHydrationWarning>
          {toText(missing)} less than you need.
        </p>
      )}
    </div>
  );
}

interface ExactAmountProps extends Pick<FeePreviewProps, "gross" | "method" | "limits" | "onGetExactly"> {
  toText: (amount: bigint) => string;
}

/** One line that is always there: offers to pay the fee on top, or says what it depends on. */
function ExactAmount({
  gross = 0n,
  method: { rule, label },
  limits,
  toText,
  onGetExactly,
}: ExactAmountProps) {
  const isPossible = rule && gross >= limits.minAmount && calculateGross(rule, gross, 1n) <= limits.maxAmount;
  if (isPossible && onGetExactly && calculateFee(rule, gross) > 0n)
    return (
      <button
        type="button"
        onClick={() => onGetExactly(gross)}
        className="min-h-11 font-medium text-accent underline underline-offset-4"
        suppressHydrationWarning
      >
        Get exactly {toText(gross)}
      </button>
    );
  return (
    <p className="flex min-h-11 items-center text-muted text-sm">
      {!rule
        ? `${label}’s fee isn’t known before you pay.`
        : gross === 0n
          ? "Enter an amount to see what you get."
          : !onGetExactly
            ? "You pay the fee on top."
            : ""}
    </p>
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
