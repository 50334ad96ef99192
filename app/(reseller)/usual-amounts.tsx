"use client";

import { formatMoneyAs, type MoneyFormat, toGroupedText } from "#lib/core/money/decimal";

interface Props {
  /** In minor units. */
  amounts: readonly bigint[];
  entered: bigint | undefined;
  format: MoneyFormat;
  onChoose: (text: string) => void;
}

/** Amounts to tap, which fill in the field above. Only with script. */
export function UsualAmounts({ amounts, entered, format, onChoose }: Props) {
  return (
    <fieldset className="mt-3 grid auto-cols-auto grid-flow-col gap-1.5 max-[22rem]:[&>button:nth-of-type(4)]:hidden sm:flex sm:gap-2 noscript:hidden">
      <legend className="sr-only">Usual amounts</legend>
      {amounts.map((amount) => {
        const text = toGroupedText(amount, format.places);
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
