"use client";

import { useEffect, useState } from "react";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { PrivateText } from "#app/ui/private-money";
import { formatMoneyAs, type MoneyFormat } from "#lib/core/money/decimal";
import { renewSelectedAction } from "./actions.ts";
import { RENEWALS_FORM_ID } from "./renewals-form-id.ts";

interface Props {
  formKey: string;
  /** Today's prices in minor units, by the purchase to renew. */
  prices: Readonly<Record<string, string>>;
  show: "due" | "ended";
  /** The number of all that are due, where they are on several pages. */
  all: number | null;
  money: MoneyFormat;
}

/** Puts the ticked numbers of the list into a batch. Works without script. */
export function RenewalBar({ formKey, prices, show, all, money }: Props) {
  const [cleared, setCleared] = useState(() => (show === "due" ? [] : Object.keys(prices)));
  useEffect(() => {
    const update = () => setCleared(listBoxes().flatMap(({ checked, value }) => (checked ? [] : [value])));
    update();
    document.addEventListener("change", update);
    return () => document.removeEventListener("change", update);
  }, []);
  const selected = Object.keys(prices).filter((ident) => !cleared.includes(ident));
  const total = selected.reduce((sum, ident) => sum + BigInt(prices[ident] ?? 0), 0n);
  return (
    <ActionForm
      id={RENEWALS_FORM_ID}
      action={renewSelectedAction}
      hidden={{ key: formKey, show }}
      className={BAR_CLASS}
    >
      <FormStatus of={["ident"]} />
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton className="max-md:grow">
          {selected.length === 0 ? (
            "Renew selected"
          ) : (
            <span>
              Renew {selected.length}
              <PrivateText> for {formatMoneyAs(total, money)}</PrivateText>
            </span>
          )}
        </SubmitButton>
        {all !== null && (
          <SubmitButton name="all" value="yes" variant="secondary">
            {`Renew all ${all}`}
          </SubmitButton>
        )}
        <button
          type="button"
          onClick={() => tickAll(selected.length === 0)}
          className="target px-2 font-medium text-accent text-sm"
        >
          {selected.length === 0 ? "Select all" : "Select none"}
        </button>
      </div>
      <p className="text-muted text-sm">You check the prices before you pay.</p>
    </ActionForm>
  );
}

/** On a phone above the navigation. */
const BAR_CLASS = [
  "sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-5 mt-3 gap-2 border-line border-t bg-ground py-2",
  "max-md:-mx-4 max-md:px-4 md:bottom-0 md:py-3",
].join(" ");

const listBoxes = () => [
  ...document.querySelectorAll<HTMLInputElement>(`input[name="ident"][form="${RENEWALS_FORM_ID}"]`),
];

function tickAll(ticked: boolean): void {
  for (const box of listBoxes()) box.checked = ticked;
  document.dispatchEvent(new Event("change"));
}
