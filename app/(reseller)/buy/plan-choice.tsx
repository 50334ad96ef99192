"use client";

import { useState } from "react";
import { Disclosure } from "#app/ui/disclosure";
import { Money } from "#app/ui/money";
import { OTHER_TYPES_LABEL, PLAN_TYPES_TEXT } from "#app/ui/plan-type-text.ts";
import { PrivateMoney, PrivateText } from "#app/ui/private-money";
import { ChoiceFieldset, ChoiceTiles } from "./choices.tsx";
import type { NetworkOption, PlanOption } from "./options.ts";

interface Props {
  network: NetworkOption;
  value: string;
  onChoose: (value: string) => void;
  /** Plans that the customer usually gets, which aren't folded away. */
  usual: readonly string[];
  error?: string | undefined;
}

/** The plans of a network: the cheapest of each size and validity, then those of other types. */
export function PlanChoice({ network: { name, plans, periods }, value, onChoose, usual, error }: Props) {
  const [period, setPeriod] = useState<string | null>(null);
  const shown = plans.filter((plan) => period === null || plan.period === period || plan.id === value);
  const otherPlans = shown.filter(({ isCheapest }) => !isCheapest);
  const isOpen = otherPlans.some(({ id }) => id === value || usual.includes(id));
  if (plans.length === 0)
    return <p className="text-muted">No {name} plan is for sale right now. The top of this page says why.</p>;
  const tiles = { name: "plan", value, onChoose, className: GRID_CLASS, tileClass: TILE_CLASS };
  const toTile = (plan: PlanOption) => <PlanTile plan={plan} />;
  return (
    <ChoiceFieldset legend="Plan" name="plan" error={error}>
      {periods.length > 1 && <PeriodChips periods={periods} period={period} onChoose={setPeriod} />}
      <ChoiceTiles {...tiles} options={shown.filter(({ isCheapest }) => isCheapest)}>
        {toTile}
      </ChoiceTiles>
      {otherPlans.length > 0 && (
        <Disclosure key={String(isOpen)} title={`${OTHER_TYPES_LABEL} (${otherPlans.length})`} open={isOpen}>
          <p className="mb-3 text-muted text-sm">{PLAN_TYPES_TEXT}</p>
          <ChoiceTiles {...tiles} options={otherPlans}>
            {toTile}
          </ChoiceTiles>
        </Disclosure>
      )}
    </ChoiceFieldset>
  );
}

/** The customer’s price, large, and below it the reseller’s cost and gain. */
function PlanTile({ plan }: { plan: PlanOption }) {
  const { size, validity, type, isAlike, price, quote, gain } = plan;
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-1">
        <span className="font-semibold text-lg leading-tight">{size}</span>
        <span className="text-muted text-xs">{validity}</span>
      </span>
      {quote && <Money text={quote} className="font-semibold" />}
      {!quote && price && <PrivateMoney text={price} className="font-semibold" />}
      {gain && (
        <PrivateText>
          <span className="flex flex-wrap justify-between gap-x-1.5 text-muted text-xs">
            <span>
              <span className="sr-only">You pay </span>
              <Money text={price} />
            </span>
            <span className="sr-only">, you keep </span>
            <Money text={gain} className={gain.startsWith("+") ? "text-good" : "text-bad"} />
          </span>
        </PrivateText>
      )}
      {isAlike && <span className="text-balance text-muted text-xs">{type}</span>}
    </>
  );
}

const GRID_CLASS = "grid grid-cols-[repeat(auto-fill,minmax(8.75rem,1fr))] gap-2";
const TILE_CLASS = "min-h-20 flex-col justify-center gap-0.5 px-2.5 py-2";

interface PeriodChipsProps {
  periods: readonly string[];
  period: string | null;
  onChoose: (period: string | null) => void;
}

function PeriodChips({ periods, period, onChoose }: PeriodChipsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the one of the plans would need a legend in sight.
    <div
      role="group"
      aria-label="Validity"
      className="-mx-4 mb-2 flex gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0 noscript:hidden"
    >
      {[null, ...periods].map((name) => (
        <button
          key={name ?? ""}
          type="button"
          aria-pressed={name === period}
          onClick={() => onChoose(name)}
          className="min-h-11 shrink-0 rounded-full border border-line bg-surface px-4 font-medium text-sm hover:border-edge aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          {name ?? "All"}
        </button>
      ))}
    </div>
  );
}
