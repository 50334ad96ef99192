/** What became of purchases that had not been sent, when whoever bought them was stopped. */
export function cancelledWords(count: number): string {
  if (count === 0) return "Nothing was waiting to be sent.";
  return count === 1
    ? "One purchase that waited is cancelled, with the money back."
    : `${count} purchases that waited are cancelled, with the money back.`;
}
