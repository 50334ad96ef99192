"use client";

import { type ReactNode, useState } from "react";
import { cx } from "#app/ui/cx.ts";
import { useField } from "#app/ui/form/form";
import { DecimalInput } from "#app/ui/form/input";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { PrivateText } from "#app/ui/private-money";
import { formatMoneyAs, type MoneyFormat, parseDecimal } from "#lib/core/money/decimal";

interface Props {
  name: string;
  label: string;
  first: string;
  /** The reseller's price, in minor units; empty where it is hidden. */
  priceMinor: string;
  money: MoneyFormat;
  /** Shown before the selling price. */
  note: ReactNode;
  optional?: boolean;
  error?: string | undefined;
  /** The hidden field with the price that the form asked about: a loss is accepted when it is sent again. */
  warned: string;
}

/** A selling price, with what the reseller keeps or loses of it while it's entered. */
export function SellingPriceField({ name, warned, first, priceMinor, money, note, ...props }: Props) {
  const field = useField(name);
  const error = props.error ?? field.error;
  const [typed, setTyped] = useState(first);
  const sellingPrice = parseDecimal(typed, money.places);
  const margin =
    priceMinor !== "" && sellingPrice !== undefined && sellingPrice > 0n
      ? sellingPrice - BigInt(priceMinor)
      : undefined;
  return (
    <>
      <DecimalInput
        {...props}
        name={name}
        defaultValue={first}
        // Above the button at the end of a phone, with profit or loss.
        className="scroll-mb-52"
        onChange={(event) => setTyped(event.target.value)}
        hint={
          <>
            {note}{" "}
            {margin !== undefined && (
              <PrivateText>
                <span className={cx("whitespace-nowrap font-medium", getMarginClass(margin))}>
                  {formatMargin(margin, money)}
                </span>
              </PrivateText>
            )}
          </>
        }
      />
      <input type="hidden" name={warned} value={error ? (field.typed ?? first) : ""} />
    </>
  );
}

export function formatMargin(margin: bigint, money: MoneyFormat): string {
  if (margin === 0n) return "You keep nothing";
  return margin > 0n
    ? `You keep ${formatMoneyAs(margin, money)}`
    : `You lose ${formatMoneyAs(-margin, money)}`;
}
