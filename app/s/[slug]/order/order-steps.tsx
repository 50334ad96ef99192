import { ShopCheckbox, ShopInput, ShopSubmitButton } from "#app/s/_shop/shop-controls";
import { Banner } from "#app/ui/banner";
import { DescriptionList } from "#app/ui/description-list";
import { FormMessage } from "#app/ui/form/form-message";
import { getNetworkExamplePhone } from "#lib/catalogue/network-prefixes";
import { getExamplePhone } from "#lib/core/text/phone";
import type { ShopView } from "#lib/shop/get-shop";
import type { OfferView } from "#lib/shop/list-offers";
import type { OrderFormStep } from "./handle-order-form.ts";

interface Props {
  offer: OfferView;
  shop: Pick<ShopView, "messageBy" | "renewals">;
  step: Extract<OrderFormStep, { step: "number" }>;
}

export function NumberStep({ offer, shop: { messageBy, renewals }, step: { typed, trap, wrong } }: Props) {
  const example = getNetworkExamplePhone(offer.networkName);
  // The error doesn't know which network the plan is of.
  const error = (name: string) => wrong?.fields[name]?.join(" ").replace(getExamplePhone(), example);
  const shown = ["mobile_number", "name", "email"];
  const first = shown.find(error);
  const field = (name: "mobile_number" | "name" | "email") => ({
    name,
    error: error(name),
    autoFocus: name === first,
    defaultValue: typed[name],
  });
  const more = Boolean(typed.name || typed.email || error("name") || error("email"));
  return (
    <>
      <FormMessage error={trap ? (first ? undefined : wrong && getErrorText(wrong)) : CHECK_NUMBER_TEXT} />
      <ShopInput
        {...field("mobile_number")}
        label={`Which ${offer.networkName} number gets the data?`}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder={example}
        required
        maxLength={40}
        className="min-h-14 text-lg"
      />
      <details open={more}>
        <summary className="inline-flex min-h-11 items-center text-muted text-sm underline underline-offset-4">
          Add your name or email (optional)
        </summary>
        <div className="flex flex-col gap-4 pt-2">
          <ShopInput
            {...field("name")}
            label="Your name"
            autoComplete="name"
            maxLength={60}
            hint="So the shop can match your payment."
          />
          <ShopInput
            {...field("email")}
            label="Your email"
            type="email"
            autoComplete="email"
            maxLength={254}
            hint="So the shop can contact you."
          />
        </div>
      </details>
      {messageBy && (
        <ShopCheckbox
          name="messages"
          label={`Send ${messageBy === "sms" ? "an SMS" : "a WhatsApp message"} to this number about the order`}
          note={`When it’s delivered or your payment is refunded${renewals ? ", and the day before your data ends" : ""}. Free for you; each message says how to stop.`}
          checked={typed.messages === "yes"}
        />
      )}
      {trap && (
        <div hidden>
          <input name="leave_empty" aria-label="Leave this empty" tabIndex={-1} autoComplete="off" />
        </div>
      )}
      <ShopSubmitButton name="step" value="number" size="lg" wide>
        Continue
      </ShopSubmitButton>
    </>
  );
}

const CHECK_NUMBER_TEXT = "Nothing was ordered yet. Check the number, then continue.";

function getErrorText({ message, fields }: NonNullable<Props["step"]["wrong"]>): string {
  return Object.values(fields).flat()[0] ?? message;
}

export function OrderReviewStep({ step }: { step: Extract<OrderFormStep, { step: "review" }> }) {
  const { review, typed, banner, check, seeOrder } = step;
  return (
    <>
      {banner && (
        <Banner
          kind="warn"
          action={
            seeOrder && (
              <a href={seeOrder} className="font-semibold text-accent underline underline-offset-4">
                See that order
              </a>
            )
          }
        >
          {banner}
        </Banner>
      )}
      <input type="hidden" name="mobile_number" value={typed.mobile_number} />
      <input type="hidden" name="name" value={typed.name} />
      <input type="hidden" name="email" value={typed.email} />
      <input type="hidden" name="messages" value={typed.messages} />
      <div className="rounded-lg border border-line bg-surface px-4 py-4">
        <p className="text-muted text-sm">The data goes to</p>
        <p className="whitespace-nowrap font-semibold text-2xl">{review.phone}</p>
        <div className="mt-3 border-line border-t">
          <DescriptionList
            facts={[
              { label: "Network", value: review.networkName },
              { label: "Plan", value: review.plan },
              { label: "Type", value: review.typeName },
              { label: "Price", value: <span className="text-lg">{review.price}</span> },
            ]}
          />
        </div>
      </div>
      {review.otherNetwork ? (
        <Banner kind="warn" title={`This number looks like ${review.otherNetwork}`}>
          This plan is for {review.networkName} only. Order it if the number has moved to {review.networkName}
          . Delivered data can’t be returned.
        </Banner>
      ) : (
        <p className="text-muted">
          Is this number on {review.networkName}, and is every digit right? Delivered data can’t be returned.
        </p>
      )}
      {check && (
        <>
          <input type="hidden" name="seal" value={check.seal} />
          <ShopInput
            label={check.question}
            name="answer"
            autoFocus
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            hint="The shop gets many orders and checks that you’re a person."
          />
        </>
      )}
      {review.otherNetwork ? (
        <>
          <ShopSubmitButton name="step" value="change" size="lg" wide>
            Change the number
          </ShopSubmitButton>
          <ShopSubmitButton name="step" value="review" variant="secondary" wide>
            Order for {review.price} anyway
          </ShopSubmitButton>
        </>
      ) : (
        <>
          <ShopSubmitButton name="step" value="review" size="lg" wide>
            Order for {review.price}
          </ShopSubmitButton>
          <ShopSubmitButton name="step" value="change" variant="quiet" wide>
            Change the number
          </ShopSubmitButton>
        </>
      )}
    </>
  );
}
