import { useState } from "react";
import { cx } from "#app/ui/cx.ts";
import { DecimalInput } from "#app/ui/form/input";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { formatMoneyAs, type MoneyFormat, parseDecimal } from "#lib/core/money/decimal";

interface Props {
  first: string;
  /** The reseller's price, in minor units. */
  priceMinor: string;
  money: MoneyFormat;
  error: string | undefined;
}

/** The selling price, with what the reseller keeps or loses of it while it's entered. */
export function RetailField({ first, priceMinor, money, error }: Props) {
  const [typed, setTyped] = useState(first);
  const retail = parseDecimal(typed, money.places);
  const kept = retail !== undefined && retail > 0n ? retail - BigInt(priceMinor) : undefined;
  return (
    <DecimalInput
      name="retail"
      label="Customer price"
      optional
      defaultValue={first}
      onChange={(event) => setTyped(event.target.value)}
      error={error}
      hint={
        kept === undefined ? (
          "Only for your profit. Only you see it."
        ) : (
          <span className={cx("font-medium", getMarginClass(kept))}>{formatKept(kept, money)}</span>
        )
      }
    />
  );
}

function formatKept(kept: bigint, money: MoneyFormat): string {
  if (kept === 0n) return "You keep nothing";
  return kept > 0n ? `You keep ${formatMoneyAs(kept, money)}` : `You lose ${formatMoneyAs(-kept, money)}`;
}
