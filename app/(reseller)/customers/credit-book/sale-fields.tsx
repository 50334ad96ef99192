import { DecimalInput, Input } from "#app/ui/form/input";
import { formatMoneyField, getCurrencySign, type Minor } from "#lib/core/money/money";

interface Props {
  /** Null for a purchase, whose plan is known. */
  what: string | null;
  amount: Minor | null;
  dueOn: string;
}

/** The fields of a sale that is paid later. */
export function SaleFields({ what, amount, dueOn }: Props) {
  return (
    <>
      {what !== null && (
        <Input
          label="Sold"
          name="what"
          autoComplete="off"
          maxLength={100}
          placeholder="MTN 1 GB"
          defaultValue={what}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <DecimalInput
          label="Amount"
          name="amount"
          start={getCurrencySign()}
          defaultValue={amount === null ? "" : formatMoneyField(amount)}
        />
        <Input label="Due date" name="dueOn" type="date" defaultValue={dueOn} />
      </div>
    </>
  );
}
