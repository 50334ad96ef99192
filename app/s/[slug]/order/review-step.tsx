import { Facts } from "../../../ui/facts.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SubmitButton } from "../../_shop/acts.tsx";
import { Input } from "../../_shop/input.tsx";
import type { Step } from "./take-order.ts";

/** Everything once more, with the number as large as it matters. */
export function ReviewStep({ step }: { step: Extract<Step, { step: "review" }> }) {
  const { review, typed, notice, check, seeOrder } = step;
  return (
    <>
      {notice && (
        <Notice
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
        </Notice>
      )}
      <input type="hidden" name="mobile_number" value={typed.mobile_number} />
      <input type="hidden" name="name" value={typed.name} />
      <input type="hidden" name="email" value={typed.email} />
      <div className="rounded-lg border border-line bg-surface px-4 py-4">
        <p className="text-muted text-sm">The data goes to</p>
        <p className="whitespace-nowrap font-semibold text-2xl">{review.phone}</p>
        <div className="mt-3 border-line border-t">
          <Facts
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
        Is this number on {review.networkName}, and every digit right? Data sent to a wrong number cannot be
        undone.
      </p>
      {check && (
        <>
          <input type="hidden" name="seal" value={check.seal} />
          <Input
            label={check.question}
            name="answer"
            autoFocus
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            hint="So many orders came in that the shop asks who is a person."
          />
        </>
      )}
      <SubmitButton name="step" value="review" size="lg" wide>
        Order for {review.price}
      </SubmitButton>
      <SubmitButton name="step" value="change" variant="quiet" wide>
        Change the number
      </SubmitButton>
    </>
  );
}
