"use client";

import type { ComponentProps } from "react";
import { DecimalInput } from "#app/ui/form/input";
import { formatMoneyAs, type MoneyFormat, toGroupedText } from "#lib/core/money/decimal";

interface Props
  extends Pick<ComponentProps<typeof DecimalInput>, "ref" | "hint" | "start" | "error" | "defaultValue"> {
  /** Amounts to tap, in minor units, which fill in the field: only with script. */
  usual: readonly bigint[];
  legend?: string | undefined;
  entered: bigint | undefined;
  format: MoneyFormat;
  onEnter: (text: string) => void;
  onChoose: (text: string) => void;
}

/** An amount of money, typed or by a tap on a usual one. */
export function AmountField({
  usual,
  legend = "Usual amounts",
  entered,
  format,
  onEnter,
  onChoose,
  ...field
}: Props) {
  return (
    <div>
      <DecimalInput
        {...field}
        label="Amount"
        name="amount"
        required
        placeholder="0.00"
        onInput={({ currentTarget }) => onEnter(currentTarget.value)}
        className="min-h-14 font-semibold text-xl"
      />
      <fieldset className={USUAL_CLASS}>
        <legend className="sr-only">{legend}</legend>
        {usual.map((amount) => {
          const text = toGroupedText(amount, format.places);
          return (
            <button
              key={text}
              type="button"
              aria-pressed={amount === entered}
              onClick={() => onChoose(text)}
              className={CHOICE_CLASS}
              suppressHydrationWarning
            >
              {formatMoneyAs(amount, format)}
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}

/** On the narrowest phones three amounts; a single one isn't as wide as the field. */
const USUAL_CLASS = [
  "mt-3 grid auto-cols-auto grid-flow-col gap-1.5 sm:flex sm:gap-2 noscript:hidden",
  "max-[22rem]:[&>button:nth-of-type(4)]:hidden",
  "[&>button:only-of-type]:justify-self-start [&>button:only-of-type]:px-4",
].join(" ");
const CHOICE_CLASS = [
  "min-h-11 rounded-full border border-edge/60 bg-surface px-1 font-medium text-sm sm:px-4 hover:bg-sunken",
  "aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent",
].join(" ");
