"use client";

import { ArrowRight } from "lucide-react";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import type { NetworkOption, PlanOption, TypeOption } from "./options.ts";

interface Props {
  network: NetworkOption | undefined;
  type: TypeOption;
  plan: PlanOption | undefined;
}

/** What is chosen so far and the way on: within the thumb's reach on a phone, at the side of a desktop. */
export function PickBar({ network, type, plan }: Props) {
  return (
    <div className={BAR}>
      {network && (
        <span className="hidden lg:block">
          <NetworkTile name={network.name} />
        </span>
      )}
      <div className="min-w-0 flex-1 lg:flex-none lg:basis-full">
        <p className="truncate text-muted text-sm">
          {network?.name} {type.name}
        </p>
        {plan ? (
          <p className="flex flex-wrap items-baseline gap-x-2 lg:mt-1 lg:flex-col">
            <span className="font-medium">{plan.size}</span>
            <Money text={plan.price} className="font-semibold text-lg lg:text-2xl" />
            <span className="hidden text-muted lg:block">{plan.validity}</span>
          </p>
        ) : (
          <p className="font-medium">Choose a plan</p>
        )}
      </div>
      <SubmitButton
        name="intent"
        value="review"
        variant={plan ? "primary" : "secondary"}
        className="max-lg:px-5 lg:mt-2 lg:w-full"
        size="lg"
      >
        Review
        <ArrowRight aria-hidden />
      </SubmitButton>
    </div>
  );
}

const BAR = [
  "sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-5 flex items-center gap-3 border-line bg-surface",
  "max-md:-mx-4 max-md:-mb-5 max-md:border-t max-md:px-4 max-md:py-2.5",
  "md:bottom-4 md:rounded-lg md:border md:p-3 md:pl-5 md:shadow-lift",
  "lg:top-8 lg:bottom-auto lg:flex-wrap lg:p-5 lg:shadow-none",
].join(" ");
