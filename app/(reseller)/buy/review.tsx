"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { PinField } from "../../ui/pin-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Obstacle } from "./obstacle.tsx";
import type { Pick as Picked, ReviewProps, Step } from "./review-step.ts";

interface Props {
  step: Step;
  review: ReviewProps;
  send: (form: FormData) => void;
  onChange: (name: keyof Picked) => void;
}

/** The last look: whose number, which plan, what it costs, what is left. One button buys. */
export function Review({ step, review, send, onChange }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const facts = useId();
  const question = useRef<HTMLDivElement>(null);
  const asks = review.changedFrom !== null || review.obstacle !== null;
  // A question is read before it is answered: the key that asked for the review must not answer it.
  useEffect(() => (asks ? question : button).current?.focus(), [asks]);
  const { obstacle } = review;
  const blocked = obstacle !== null && obstacle.code !== "duplicate";
  return (
    <form action={send} onKeyDown={notByHolding} className="grid w-full max-w-md gap-4">
      <Fields step={step} review={review} />
      {/* What a browser presses for Enter in a field: looking once more changes nothing. */}
      <button type="submit" name="intent" value="review" hidden />
      <div ref={question} tabIndex={-1} aria-live="polite" className="grid gap-3 outline-none empty:hidden">
        {step.notice && <Notice kind="error">{step.notice}</Notice>}
        {review.changedFrom && (
          <Notice kind="warn" title={`The price is now ${review.price}`}>
            It was {review.changedFrom} when you looked. Nothing was charged. Buy only if the new price is
            fine.
          </Notice>
        )}
        {obstacle && <Obstacle obstacle={obstacle} />}
      </div>
      <section
        id={facts}
        aria-label="Check before you buy"
        className="overflow-hidden rounded-lg border border-line bg-surface"
      >
        <Line label="Number" onChange={() => onChange("phone")} what="number">
          <span className="whitespace-nowrap font-semibold text-2xl tracking-tight">{review.phone}</span>
        </Line>
        <Line label="Plan" onChange={() => onChange("plan")} what="plan">
          <span className="flex items-center gap-3">
            <NetworkTile name={review.network} />
            <span className="min-w-0">
              <span className="block font-semibold">{review.network}</span>
              <span className="block text-muted text-sm">{review.plan}</span>
            </span>
          </span>
        </Line>
        <dl className="grid grid-cols-2 gap-y-1 border-line border-t bg-sunken/50 px-4 py-3 md:px-5 [&>dd]:text-right">
          <dt className="self-center font-medium">You pay</dt>
          <dd>
            <Money text={review.price} size="xl" />
          </dd>
          <dt className="text-muted text-sm">Wallet now</dt>
          <dd className="text-muted text-sm">{review.wallet}</dd>
          {!blocked && <dt className="text-muted text-sm">Wallet after</dt>}
          {!blocked && <dd className="text-sm">{review.walletAfter}</dd>}
        </dl>
      </section>
      {!blocked && (
        <Input
          name="retail"
          label="Your customer pays"
          optional
          inputMode="decimal"
          autoComplete="off"
          defaultValue={review.retail}
          error={review.retailError}
          hint="Only for your profit. Nobody else sees it."
        />
      )}
      {!blocked && review.asksPin && <PinField error={review.pinError} />}
      <SubmitButton
        ref={button}
        name="intent"
        value={blocked ? "review" : "confirm"}
        size="lg"
        wide
        variant={obstacle ? "secondary" : "primary"}
        aria-describedby={facts}
        pendingText={blocked ? "Looking" : "Buying"}
      >
        {words(review)}
      </SubmitButton>
      {!blocked && review.wait && (
        <p className="text-center text-sm">Others are first: it is sent in {review.wait}.</p>
      )}
      {!blocked && (
        <p className="text-center text-muted text-sm">Check the number: data cannot be taken back.</p>
      )}
      <p className="text-center">
        <PageLink
          href={`/schedules/new?${new URLSearchParams({ plan: step.pick.plan, phone: review.phone })}`}
          className="target inline-flex items-center font-medium text-accent text-sm"
        >
          Later, or every month
        </PageLink>
      </p>
    </form>
  );
}

function words({ obstacle, price }: ReviewProps): string {
  if (obstacle?.code === "duplicate") return `Yes, buy a second one for ${price}`;
  return obstacle ? "Check again" : `Buy for ${price}`;
}

/** A key that is still held down from the step before must not buy. */
function notByHolding(event: KeyboardEvent) {
  if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
}

function Fields({ step, review }: Pick<Props, "step" | "review">) {
  const { ref, pick } = step;
  const again = review.again || review.obstacle?.code === "duplicate";
  const fields = {
    ref,
    ...pick,
    price: review.priceMinor,
    seen: review.priceMinor,
    ...(again && { again: "yes" }),
  };
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

interface LineProps {
  label: string;
  /** What the button changes. */
  what: string;
  onChange: () => void;
  children: ReactNode;
}

function Line({ label, what, onChange, children }: LineProps) {
  return (
    <div className="border-line px-4 pt-1 pb-3 not-first:border-t md:px-5">
      <div className="flex items-center justify-between">
        <p className="text-muted text-sm">{label}</p>
        <Button
          type="submit"
          name="intent"
          value="change"
          variant="quiet"
          className="-mr-3 px-3! text-sm!"
          onClick={(event) => {
            event.preventDefault();
            onChange();
          }}
        >
          Change<span className="sr-only"> the {what}</span>
        </Button>
      </div>
      {children}
    </div>
  );
}
