"use client";

import { Plus } from "lucide-react";
import { useActionState } from "react";
import { AskUs } from "../../ui/ask-us.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { fundPath } from "../wallet/fund/fund-path.ts";
import { deliver } from "./actions.ts";

interface Props {
  code: string;
  /** The ref that this tap buys with: tapped twice, it is one purchase. */
  nextRef: string;
  /** What the reseller pays, in minor units. */
  price: string;
  words: string;
  /** Not the first thing to do about this order. */
  quiet: boolean;
  /** What it costs and earns. */
  note: string;
  /** The query of the page that it is tapped on, to come back to. */
  here: string;
}

/** "The money is here": one tap, and the data is on its way. */
export function Deliver({ code, nextRef, price, words, quiet, note, here }: Props) {
  const [state, send] = useActionState(deliver, null);
  const problem = state && !state.ok ? state : null;
  return (
    <form action={send} className="flex flex-col gap-1.5">
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="ref" value={nextRef} />
      <input type="hidden" name="price" value={price} />
      <input type="hidden" name="here" value={here} />
      <SubmitButton wide variant={quiet ? "secondary" : "primary"} pendingText="Sending">
        {words}
      </SubmitButton>
      <p className="text-center text-muted text-sm">{note}</p>
      <div aria-live="polite" className="text-bad text-sm">
        {problem && <p role="alert">{problem.message}</p>}
        {(problem?.code === "insufficient_funds" || problem?.code === "negative_wallet") && (
          <ButtonLink
            href={fundPath({ amount: String(problem.facts.amount), next: "/storefront" })}
            className="mt-2 w-full"
          >
            <Plus aria-hidden />
            Add money
          </ButtonLink>
        )}
        {problem?.code === "restricted" && <AskUs className="text-ink">what is missing</AskUs>}
      </div>
    </form>
  );
}
