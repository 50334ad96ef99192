"use client";

import { type ReactNode, useRef, useState } from "react";
import { AmountField } from "#app/(reseller)/amount-field";
import { useField } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatMoneyAs, type MoneyFormat, parseDecimal } from "#lib/core/money/decimal";

interface Props {
  /** Amounts to tap, in minor units. */
  usual: readonly bigint[];
  /** The name of these amounts, where they aren't usual ones. */
  legend?: string;
  sign: string;
  format: MoneyFormat;
  hint: string;
  /** The button's words before and after the amount: money to another agent can't be taken back. */
  act: readonly [before: string, after: string];
  /** Between amount and button. */
  children?: ReactNode;
}

/** An amount, by tap or typed, and the button that names it and the agent. */
export function TransferFields({ usual, legend, sign, format, hint, act: [before, after], children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { response, typed } = useField("amount");
  // After each response the form shows what it came back with: nothing once the money has moved.
  const [entered, setEntered] = useState({ text: "", response });
  const text = entered.response === response ? entered.text : (typed ?? "");
  const amount = parseDecimal(text, format.places);

  function choose(chosen: string) {
    if (input.current) input.current.value = chosen;
    setEntered({ text: chosen, response });
  }

  return (
    <>
      <AmountField
        ref={input}
        start={sign}
        {...{ usual, legend, hint, format, entered: amount }}
        onEnter={(text) => setEntered({ text, response })}
        onChoose={choose}
      />
      {children}
      <SubmitButton size="lg" wide pendingText="Sending">
        <span className="wrap-anywhere">
          {amount ? `${before} ${formatMoneyAs(amount, format)} ${after}` : `${before} money ${after}`}
        </span>
      </SubmitButton>
    </>
  );
}
