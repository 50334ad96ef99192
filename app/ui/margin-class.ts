/** Returns the class of a margin's colour: a loss and a gain have one, zero has neither. */
export function getMarginClass(margin: bigint): string {
  if (margin < 0n) return "text-bad";
  return margin > 0n ? "text-good" : "text-muted";
}
