import { Input } from "../../ui/input.tsx";

/** How much to add; as decimal text. */
export function AmountInput({ defaultValue, hint }: { defaultValue: string; hint?: string }) {
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
