"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { TopUpLink } from "#app/(reseller)/top-up-link";
import { Banner } from "#app/ui/banner";
import { Button } from "#app/ui/button";
import { Checkbox } from "#app/ui/form/checkbox";
import { PinField } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { NetworkTile } from "#app/ui/network-tile";
import { ContactSupport } from "#app/ui/page/contact-support";
import { BannerLink, PageLink } from "#app/ui/page/page-link";
import { BalanceToggle, PrivateMoney } from "#app/ui/private-money";
import type { MoneyFormat } from "#lib/core/money/decimal";
import { ignoreHeldEnter } from "./ignore-held-enter.ts";
import { OtherNetworkNote, SentTodayNote } from "./number-notes.tsx";
import { PurchaseLabel } from "./purchase-label.tsx";
import type { BuySelection, BuyStep, ObstacleProps, ReviewProps } from "./review-step.ts";
import { SellingPriceField } from "./selling-price-field.tsx";

interface Props {
  step: BuyStep;
  review: ReviewProps;
  money: MoneyFormat;
  send: (form: FormData) => void;
  onChange: (name: keyof BuySelection) => void;
}

export function PurchaseReviewPanel({ step, review, money, send, onChange }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const facts = useId();
  const question = useRef<HTMLDivElement>(null);
  const asks = review.changedFrom !== null || review.obstacle !== null;
  const pin = useRef<HTMLDivElement>(null);
  // Focuses a warning before the PIN and the button: the key that opened the review must not confirm it. The
  // page shows its top, where the number is, wherever the plan was tapped.
  useEffect(() => {
    scrollTo({ top: 0, behavior: "instant" });
    const target = asks ? question.current : (pin.current?.querySelector("input") ?? button.current);
    target?.focus({ preventScroll: true });
  }, [asks]);
  const { obstacle, errors } = review;
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    wrong?.focus({ preventScroll: true });
    // The button stays over the end of the page: what it asks again must not lie below it.
    document.getElementById(`${wrong?.id}-error`)?.scrollIntoView({ block: "center", behavior: "instant" });
  }, [errors]);
  const getError = (name: string) => errors[name]?.join(" ");
  const blocked = obstacle !== null && obstacle.code !== "duplicate";
  const isShort = obstacle?.code === "insufficient_funds" || obstacle?.code === "negative_wallet";
  const checkAgain = (
    <SubmitButton
      ref={button}
      name="intent"
      value="review"
      size={isShort ? "md" : "lg"}
      wide={!isShort}
      variant="secondary"
      aria-describedby={facts}
      pendingText="Checking"
    >
      Check again
    </SubmitButton>
  );
  return (
    <form
      ref={form}
      action={send}
      onKeyDown={ignoreHeldEnter}
      data-review
      className="grid w-full max-w-md gap-4"
    >
      <ReviewFields step={step} review={review} />
      {/* Enter in a field reviews again, which changes nothing. */}
      <button type="submit" name="intent" value="review" hidden />
      <div ref={question} tabIndex={-1} aria-live="polite" className="grid gap-3 outline-none empty:hidden">
        {step.banner && (
          <Banner kind="error" link={step.link}>
            {step.banner}
          </Banner>
        )}
        {review.changedFrom && (
          <Banner kind="warn" title={`The price is now ${review.price}`}>
            It was {review.changedFrom} before. Nothing was charged. Buy only if you accept the new price.
          </Banner>
        )}
        {obstacle && <ObstacleBanner obstacle={obstacle}>{isShort && checkAgain}</ObstacleBanner>}
      </div>
      <section
        id={facts}
        aria-label="Check before you buy"
        className="overflow-hidden rounded-lg border border-line bg-surface"
      >
        <ReviewLine label="Phone number" onChange={() => onChange("phone")} what="number">
          {review.customerName && <span className="block truncate font-medium">{review.customerName}</span>}
          <span className="whitespace-nowrap font-semibold text-2xl tracking-tight">{review.phone}</span>
          {review.today && obstacle?.code !== "duplicate" && <SentTodayNote today={review.today} />}
        </ReviewLine>
        <ReviewLine label="Plan" onChange={() => onChange("plan")} what="plan">
          <span className="flex items-center gap-3">
            <NetworkTile name={review.network} />
            <span className="min-w-0">
              <span className="block font-semibold">{review.network}</span>
              <span className="block text-muted text-sm">{review.plan}</span>
            </span>
          </span>
          {review.otherNetwork && <OtherNetworkNote name={review.otherNetwork} />}
        </ReviewLine>
        {!review.isCostHidden && (
          <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-line border-t bg-sunken/50 px-4 py-3 md:px-5 [&>dd]:text-right">
            <dt className="flex items-center gap-1 font-medium">
              You pay <BalanceToggle />
            </dt>
            <dd className="self-center">
              <PrivateMoney text={review.price} size="xl" />
            </dd>
            <dt className="text-muted text-sm">{blocked ? "Wallet now" : "Wallet after"}</dt>
            <dd className="text-sm">
              <PrivateMoney text={blocked ? review.wallet : review.walletAfter} />
            </dd>
          </dl>
        )}
      </section>
      {!blocked && (
        <SellingPriceField
          name="sellingPrice"
          warned="warned"
          label="Selling price"
          optional
          note={review.isCostHidden ? "The cash that you take." : "Only you see it."}
          first={review.details.sellingPrice}
          priceMinor={review.priceMinor}
          money={money}
          error={getError("sellingPrice")}
        />
      )}
      {!blocked && review.messageOffer && (
        <Checkbox
          name="message"
          value="yes"
          defaultChecked={review.details.message === "yes"}
          label={review.messageOffer}
          note="Only if they agreed. Sent when it’s delivered or fails."
          className="-mt-1"
        />
      )}
      {/* On a small phone it stays above the navigation, however long the review is. */}
      <div className="grid gap-3 empty:hidden max-md:[@media(min-height:30rem)]:sticky max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-md:z-5 max-md:-mx-4 max-md:bg-ground max-md:px-4 max-md:py-2">
        {!blocked && <p className="text-center text-muted text-sm">Delivered data can’t be returned.</p>}
        {!blocked && review.asksPin && (
          <div ref={pin}>
            <PinField error={getError("pin")} />
          </div>
        )}
        {blocked && !isShort && checkAgain}
        {!blocked && (
          <SubmitButton
            ref={button}
            name="intent"
            value="confirm"
            size="lg"
            wide
            variant={obstacle || errors.sellingPrice ? "secondary" : "primary"}
            aria-describedby={facts}
            pendingText="Buying"
          >
            <PurchaseLabel review={review} />
          </SubmitButton>
        )}
      </div>
      {!blocked && review.wait && <p className="text-center text-sm">In the queue: sent in {review.wait}.</p>}
      {review.isSchedulable && (
        <p className="text-center">
          <PageLink
            href={`/customers/schedules/new?${new URLSearchParams({ plan: step.pick.plan, phone: review.phone })}`}
            className="target inline-flex items-center font-medium text-accent text-sm"
          >
            Schedule purchase
          </PageLink>
        </p>
      )}
    </form>
  );
}

function ReviewFields({ step, review }: Pick<Props, "step" | "review">) {
  const { ref, pick } = step;
  const again = review.again || review.obstacle?.code === "duplicate";
  const fields = {
    ref,
    ...pick,
    price: review.priceMinor,
    shownPrice: review.priceMinor,
    ...(again && { again: "yes" }),
  };
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

interface ReviewLineProps {
  label: string;
  /** The value the button changes. */
  what: string;
  onChange: () => void;
  children: ReactNode;
}

function ReviewLine({ label, what, onChange, children }: ReviewLineProps) {
  return (
    <div className="relative border-line px-4 pt-2.5 pb-3 not-first:border-t md:px-5">
      <p className="mb-1 text-muted text-sm">{label}</p>
      <Button
        type="submit"
        name="intent"
        value="change"
        variant="quiet"
        className="absolute! top-0 right-1 px-3! text-sm! md:right-2"
        onClick={(event) => {
          event.preventDefault();
          onChange();
        }}
      >
        Change<span className="sr-only"> the {what}</span>
      </Button>
      {children}
    </div>
  );
}

interface ObstacleBannerProps {
  obstacle: ObstacleProps;
  /** The way to check again where money is missing, beside the way to top up. */
  children: ReactNode;
}

function ObstacleBanner({ obstacle, children }: ObstacleBannerProps) {
  const { code, title, text, href, missing } = obstacle;
  if (code === "duplicate") {
    return (
      <Banner
        kind="warn"
        title={title}
        action={href && <BannerLink href={href}>View first purchase</BannerLink>}
      >
        {text}
      </Banner>
    );
  }
  return (
    <Banner
      kind={children ? "warn" : "error"}
      title={title}
      action={
        children && (
          <div className="flex w-full flex-wrap gap-2 *:grow">
            {href && missing && <TopUpLink href={href} amount={missing} />}
            {children}
          </div>
        )
      }
    >
      {text}
      {code === "restricted" && (
        <>
          {" "}
          <ContactSupport>to find out what’s missing</ContactSupport>
        </>
      )}
    </Banner>
  );
}
