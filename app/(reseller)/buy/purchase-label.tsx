import { PrivateText } from "#app/ui/private-money";
import type { ReviewProps } from "./review-step.ts";

interface Props {
  review: ReviewProps;
}

/**
 * Names all that the button does: the amount of data, the number and the price where
 * the buyer sees it, which has a line of its own on a phone.
 */
export function PurchaseLabel({ review: { obstacle, size, phone, price } }: Props) {
  return (
    <span className="max-sm:grid max-sm:py-1 max-sm:text-base max-sm:leading-snug">
      <span>{`${obstacle ? "Send again" : "Send"} ${size} to ${phone}`}</span>
      {price && (
        <PrivateText>
          <span className="max-sm:hidden"> · </span>
          <span className="whitespace-nowrap">{price}</span>
        </PrivateText>
      )}
    </span>
  );
}
