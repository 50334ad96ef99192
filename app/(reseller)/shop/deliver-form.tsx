"use client";

import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import { ignoreHeldEnter } from "#app/(reseller)/buy/ignore-held-enter.ts";
import { OtherNetworkNote } from "#app/(reseller)/buy/number-notes";
import { buildFundPath } from "#app/(reseller)/paths.ts";
import { TopUpLink } from "#app/(reseller)/top-up-link";
import { buttonClass } from "#app/ui/button-class.ts";
import { cx } from "#app/ui/cx.ts";
import { PinField } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { useFormAction } from "#app/ui/form/use-form-action.ts";
import { ContactSupport } from "#app/ui/page/contact-support";
import { deliverOrderAction } from "./actions.ts";
import type { DeliveryFacts } from "./delivery-facts.ts";

interface Props {
  facts: DeliveryFacts;
  label: string;
  /** Not the main action of this order. */
  quiet: boolean;
  asksPin: boolean;
  /** The query of the page to return to. */
  here: string;
}

/**
 * Confirms the payment and buys the plan in two taps:
 * the second is on a step in place that says what it does. Works without script.
 */
export function DeliverForm({ facts, label, quiet, asksPin, here }: Props) {
  const [state, send] = useFormAction(deliverOrderAction, null);
  const details = useRef<HTMLDetailsElement>(null);
  const problem = state && !state.ok ? state : null;
  const pinError = problem?.fields.pin?.join(" ");
  const focusFirst = () => {
    if (!details.current?.open) return;
    const first = details.current.querySelector<HTMLElement>('[name="pin"], [type="submit"]');
    first?.focus({ preventScroll: true });
  };
  const enterStep = () => {
    focusFirst();
    // Later than a double tap, whose second tap must not hit what the scroll puts under it.
    if (details.current?.open) setTimeout(() => scrollIntoSight(details.current), DOUBLE_TAP_MS);
  };
  /** Ignores the second tap of a double tap, which would close the step again. */
  const keepOpen = (event: MouseEvent<HTMLElement>) => {
    const { target } = event;
    if (event.detail < 2 || !(target instanceof Element && target.closest("summary"))) return;
    event.preventDefault();
    focusFirst();
  };
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !details.current?.open) return;
    details.current.open = false;
    details.current.querySelector("summary")?.focus();
  };
  return (
    <details
      ref={details}
      open={problem !== null || undefined}
      onToggle={enterStep}
      onClick={keepOpen}
      onKeyDown={closeOnEscape}
      className="group rounded-md open:border open:border-edge/60 open:p-3"
    >
      <summary className="block cursor-pointer list-none rounded-md">
        <span
          className={cx(
            buttonClass({ variant: quiet ? "secondary" : "primary", wide: true }),
            "group-open:hidden",
          )}
        >
          {label}
        </span>
        <span className="hidden items-center justify-between gap-3 group-open:flex">
          <span className="font-semibold">Deliver this order?</span>
          <span className="target inline-flex items-center justify-end font-medium text-accent">Cancel</span>
        </span>
      </summary>
      <form action={send} onKeyDown={ignoreHeldEnter} className="grid gap-3">
        <input type="hidden" name="code" value={facts.code} />
        <input type="hidden" name="ref" value={facts.nextRef} />
        <input type="hidden" name="price" value={facts.price} />
        <input type="hidden" name="here" value={here} />
        <FactList facts={facts} />
        {facts.otherNetwork && <OtherNetworkNote name={facts.otherNetwork} />}
        {(asksPin || pinError) && <PinField id={`pin-${facts.code}`} error={pinError} />}
        <div aria-live="polite" className="grid gap-2 text-bad text-sm empty:hidden">
          {problem && !pinError && <p role="alert">{problem.message}</p>}
          {problem?.code === "restricted" && (
            <ContactSupport className="text-ink">to find out what’s missing</ContactSupport>
          )}
        </div>
        {facts.missing && (
          <TopUpLink
            href={buildFundPath({ amount: facts.missing.amount, next: "/shop" })}
            className="w-full"
          />
        )}
        <SubmitButton wide variant={facts.missing ? "secondary" : "primary"} pendingText="Sending">
          <span className="grid py-1 text-base leading-tight">
            <span>{`Send ${facts.size} for ${facts.cost}`}</span>{" "}
            <span className="whitespace-nowrap">{`to ${facts.phone}`}</span>
          </span>
        </SubmitButton>
      </form>
    </details>
  );
}

function FactList({ facts }: { facts: DeliveryFacts }) {
  const { phone, network, plan, cost, earning, walletAfter, missing } = facts;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm [&>dd]:text-right [&>dt]:text-muted">
      <dt>To</dt>
      <dd className="whitespace-nowrap font-semibold">{phone}</dd>
      <dt>Plan</dt>
      <dd>{`${network} ${plan}`}</dd>
      <dt>You pay</dt>
      <dd>
        <span className="font-semibold">{cost}</span>
        <span className="block text-muted">{earning}</span>
      </dd>
      <dt>Wallet after</dt>
      <dd className={missing ? "font-medium text-bad" : undefined}>
        {missing ? `${missing.text} short` : walletAfter}
      </dd>
    </dl>
  );
}

const DOUBLE_TAP_MS = 400;

function scrollIntoSight(step: HTMLElement | null) {
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  step?.scrollIntoView({ block: "nearest", behavior });
}
