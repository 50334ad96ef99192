"use client";

import { type ReactNode, useState } from "react";
import { cx } from "#app/ui/cx.ts";
import { DecimalInput } from "#app/ui/form/input";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { formatMoneyAs, type MoneyFormat, parseDecimal } from "#lib/core/money/decimal";

interface Props {
  name: string;
  label: string;
  first: string;
  /** The reseller's price, in minor units. */
  priceMinor: string;
  money: MoneyFormat;
  /** Shown before the selling price. */
  note: ReactNode;
  optional?: boolean;
  error?: string | undefined;
}

/** A selling price, with what the reseller keeps or loses of it while it's entered. */
export function SellingPriceField({ name, label, first, priceMinor, money, note, optional, error }: Props) {
  const [typed, setTyped] = useState(first);
  const sellingPrice = parseDecimal(typed, money.places);
  const margin =
    sellingPrice !== undefined && sellingPrice > 0n ? sellingPrice - BigInt(priceMinor) : undefined;
  return (
    <DecimalInput
      name={name}
      label={label}
      optional={optional}
      defaultValue={first}
      onChange={(event) => setTyped(event.target.value)}
      error={error}
      hint={
        <>
          {note}{" "}
          {margin !== undefined && (
            <span className={cx("font-medium", getMarginClass(margin))}>{formatMargin(margin, money)}</span>
          )}
        </>
      }
    />
  );
}

export function formatMargin(margin: bigint, money: MoneyFormat): string {
  if (margin === 0n) return "You keep nothing";
  return margin > 0n
    ? `You keep ${formatMoneyAs(margin, money)}`
    : `You lose ${formatMoneyAs(-margin, money)}`;
}
