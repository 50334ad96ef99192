"use client";

import { type ReactNode, useRef, useState } from "react";
import { AmountField } from "#app/(reseller)/amount-field";
import { cx } from "#app/ui/cx.ts";
import { FieldSet, Radio } from "#app/ui/form/checkbox";
import { useField } from "#app/ui/form/form";
import { type MoneyFormat, parseDecimal, toGroupedText } from "#lib/core/money/decimal";
import { calculatePayment, type PaymentLimits, sortByFee } from "#lib/payment/fee/fee-rule";
import { CHOSEN_METHOD_COOKIE } from "./chosen-method.ts";
import { ExactAmount, MethodLabel, type TopUpMethod, TopUpSummary } from "./top-up-summary.tsx";

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
  /** The submit button. */
  children: ReactNode;
}

interface TopUpState {
  picked: string | null;
  amount: string;
  /** The amount to get exactly, in minor units; null while the amount to pay was entered. */
  exact: bigint | null;
  isTyped: boolean;
}

/** Beside the legend of the providers. */
const EXACT_CLASS = "absolute -top-3 right-0 flex min-h-11 items-center noscript:hidden";

const COOKIE_AGE_S = 365 * 24 * 3600;

/** The amount and provider of a top-up, with the fee and the credit while the amount is typed. */
export function TopUpFields(props: Props) {
  const { methods, chosen, needed, usual, limits, hint, sign, format, children } = props;
  const input = useRef<HTMLInputElement>(null);
  const sent = useField("provider").chosen?.[0];
  const { response } = useField("amount");
  const [corrected, setCorrected] = useState<unknown>(null);
  const typical = usual[usual.length >> 1] ?? limits.minAmount;
  const findMethod = (name: string | null, gross: bigint | undefined) =>
    methods.find((method) => method.name === name) ?? findCheapest(methods, gross || typical);
  const fillIn = ({ rule }: TopUpMethod, exact: bigint | null) => {
    if (exact !== null)
      return toGroupedText(calculatePayment(rule, exact, { ...limits, unit: 1n }), format.places);
    return needed === null ? "" : toGroupedText(calculatePayment(rule, needed, limits), format.places);
  };
  const [{ picked, amount, exact, isTyped }, setState] = useState<TopUpState>(() => {
    const picked = sent ?? chosen;
    const amount = fillIn(findMethod(picked, needed ?? undefined), null);
    return { picked, amount, exact: null, isTyped: false };
  });
  const gross = parseDecimal(amount, format.places);
  const method = findMethod(picked, isTyped ? gross : (needed ?? gross));

  function enter(text: string) {
    setCorrected(response);
    setState({ picked, amount: text, exact: null, isTyped: true });
  }

  function fill(next: TopUpState) {
    if (input.current) input.current.value = next.amount;
    if (next.amount !== amount) setCorrected(response);
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
      <AmountField
        ref={input}
        start={sign}
        {...{ usual, hint, format, entered: gross }}
        // An error is of the amount that was sent.
        error={corrected !== null && corrected === response ? "" : undefined}
        defaultValue={fillIn(method, null)}
        onEnter={enter}
        onChoose={(text) => fill({ picked, amount: text, exact: null, isTyped: true })}
      />
      <div className="relative">
        {needed === null && limits.feeBearer === "reseller" && (
          <div
            className={methods.length > 1 ? EXACT_CLASS : "-my-3 flex min-h-11 items-center noscript:hidden"}
          >
            <ExactAmount
              {...{ gross, method, limits, format }}
              onGetExactly={exact === null ? getExactly : undefined}
            />
          </div>
        )}
        {methods.length > 1 && (
          <FieldSet legend="Pay with" name="provider">
            {methods.map((each) => (
              <Radio
                key={each.name}
                name="provider"
                value={each.name}
                label={<MethodLabel method={each} {...{ gross, limits, format }} />}
                note={each.fee}
                checked={each === method}
                onChange={() => choose(each)}
              />
            ))}
          </FieldSet>
        )}
      </div>
      <div className={cx("grid gap-2", gross ? SUBMIT_BAR_CLASS : "")}>
        <TopUpSummary {...{ gross, method, needed, limits, format }} />
        {children}
      </div>
    </div>
  );
}

/** Within the thumb's reach on a phone, above the bar of places, once an amount is entered: it covers the fields. */
const SUBMIT_BAR_CLASS = [
  "max-md:[@media(min-height:30rem)]:sticky max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-md:z-5 max-md:-mx-4 max-md:-mb-4",
  "max-md:rounded-b-lg max-md:border-line max-md:border-t max-md:bg-surface max-md:px-4 max-md:py-2.5",
].join(" ");

const findCheapest = (methods: Props["methods"], gross: bigint) => sortByFee(methods, gross)[0] ?? methods[0];
