import { ShopSubmitButton } from "#app/s/_shop/shop-buttons";
import { ShopInput } from "#app/s/_shop/shop-input";
import { Banner } from "#app/ui/banner";
import { DescriptionList } from "#app/ui/description-list";
import type { OrderFormStep } from "./handle-order-form.ts";

/** Everything once more, with the number as large as it matters. */
export function OrderReviewStep({ step }: { step: Extract<OrderFormStep, { step: "review" }> }) {
  const { review, typed, notice, check, seeOrder } = step;
  return (
    <>
      {notice && (
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
          {notice}
        </Banner>
      )}
      <input type="hidden" name="mobile_number" value={typed.mobile_number} />
      <input type="hidden" name="name" value={typed.name} />
      <input type="hidden" name="email" value={typed.email} />
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
      <p className="text-muted">
        Is this number on {review.networkName}, and is every digit right? Delivered data can’t be returned.
      </p>
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
      <ShopSubmitButton name="step" value="review" size="lg" wide>
        Order for {review.price}
      </ShopSubmitButton>
      <ShopSubmitButton name="step" value="change" variant="quiet" wide>
        Change the number
      </ShopSubmitButton>
    </>
  );
}
