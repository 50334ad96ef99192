import type { ReviewProps } from "./review-step.ts";

/**
 * Names all that the button does: the amount of data, the number and the price where
 * the buyer sees it, which has a line of its own on a phone.
 */
export function PurchaseLabel({ review: { obstacle, size, phone, price } }: { review: ReviewProps }) {
  return (
    <span className="max-sm:grid max-sm:py-1 max-sm:text-base max-sm:leading-snug">
      <span>{`${obstacle ? "Send again" : "Send"} ${size} to ${phone}`}</span>
      {price && (
        <>
          <span className="max-sm:hidden"> · </span>
          <span className="whitespace-nowrap">{price}</span>
        </>
      )}
    </span>
  );
}
