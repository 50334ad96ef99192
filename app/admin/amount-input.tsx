import type { ComponentProps } from "react";
import { Input } from "#app/ui/form/input";
import { formatGroupedDecimal, formatMoney, type Minor } from "#lib/core/money/money";

type Props = Omit<ComponentProps<typeof Input>, "inputMode" | "autoComplete" | "defaultValue"> & {
  /** The amount to begin with; empty where there is none. */
  amount: Minor | null | undefined;
};

export function AmountInput({ amount, ...rest }: Props) {
  return (
    <Input
      start={formatMoney(0n).replace(/[\d.,\s]/g, "")}
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={amount == null ? "" : formatGroupedDecimal(amount)}
    />
  );
}
