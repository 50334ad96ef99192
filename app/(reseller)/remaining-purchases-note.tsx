import { PrivateText } from "#app/ui/private-money";

interface Props {
  /** Of `estimateRemainingPurchases`: null while the balance isn't low. */
  count: number | null;
}

/** Says what a low balance is still enough for. */
export function RemainingPurchasesNote({ count }: Props) {
  if (count === null) return null;
  return <PrivateText>{formatRemaining(count)}</PrivateText>;
}

function formatRemaining(count: number): string {
  if (count === 0) return "Not enough for a purchase like your last ones";
  return `Enough for about ${count === 1 ? "one more purchase" : `${count} more purchases`}`;
}
