"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { FormStatus } from "#app/ui/form/form";
import { type MoneyFormat, parseDecimal } from "#lib/core/money/decimal";

interface Props {
  /** The number of prices to save before the first change: usual ones, filled in where none was recorded. */
  first: number;
  money: MoneyFormat;
  children: ReactNode;
}

/** Keeps the button of a long list of prices in sight, with the number of those that aren't saved. */
export function SaveBar({ first, money, children }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(first);
  // After each rendering, because a saved price has another name.
  useEffect(() => {
    const form = bar.current?.closest("form");
    if (!form) return;
    const update = () => setCount(countUnsaved(new FormData(form), money.places));
    update();
    form.addEventListener("input", update);
    return () => form.removeEventListener("input", update);
  });
  return (
    <div ref={bar} className="save-bar -mx-4 -mb-4 rounded-b-lg bg-surface px-4 md:-mx-5 md:-mb-5 md:px-5">
      <div className="basis-full empty:hidden">
        <FormStatus />
      </div>
      <p role="status" className="min-w-0 flex-1 text-muted noscript:hidden">
        {count === 0 ? "No changes" : count === 1 ? "1 price to save" : `${count} prices to save`}
      </p>
      {children}
    </div>
  );
}

/** A field's name ends in its saved price, in minor units (`getSellingPriceFieldName`). */
function countUnsaved(form: FormData, places: number): number {
  return [...form].filter(([name, value]) => {
    const [, saved] = /^price-\d+-(\d+|none)$/.exec(name) ?? [];
    if (!saved) return false;
    return value === "" ? saved !== "none" : String(parseDecimal(String(value), places)) !== saved;
  }).length;
}
