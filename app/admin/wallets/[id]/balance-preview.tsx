"use client";

import { useEffect, useRef, useState } from "react";
import { formatMoneyAs, type MoneyFormat, parseDecimal } from "#lib/core/money/decimal";

interface Props {
  /** In minor units, as text. */
  balance: string;
  isDebit: boolean;
  format: MoneyFormat;
}

/** The balance before and after the amount typed in the form's field `amount`; nothing without script. */
export function BalancePreview({ balance, isDebit, format }: Props) {
  const line = useRef<HTMLParagraphElement>(null);
  const [typed, setTyped] = useState("");
  useEffect(() => {
    const form = line.current?.closest("form");
    const read = () => setTyped(form ? String(new FormData(form).get("amount") ?? "") : "");
    // A form resets its fields only after it said so.
    const readAfterReset = () => requestAnimationFrame(read);
    read();
    form?.addEventListener("input", read);
    form?.addEventListener("reset", readAfterReset);
    return () => {
      form?.removeEventListener("input", read);
      form?.removeEventListener("reset", readAfterReset);
    };
  }, []);
  const before = BigInt(balance);
  const amount = parseDecimal(typed, format.places);
  return (
    <p ref={line} className="min-h-6 text-sm noscript:hidden">
      {amount !== undefined && amount > 0n && (
        <>
          Balance {formatMoneyAs(before, format)} →{" "}
          {formatMoneyAs(isDebit ? before - amount : before + amount, format)}
        </>
      )}
    </p>
  );
}
