import { Input } from "#app/ui/form/input";

/** The amount of a top-up, as decimal text. */
export function FundingAmountInput({ defaultValue, hint }: { defaultValue: string; hint?: string }) {
  return (
    <Input
      label="Amount"
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      required
      placeholder="25,000.00"
      hint={hint}
      defaultValue={defaultValue}
    />
  );
}
