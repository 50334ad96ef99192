/** Formats the reference of a shop's order for reading: "K7F-3QD". */
export function formatOrderReference(reference: string): string {
  return `${reference.slice(0, 3)}-${reference.slice(3)}`.toUpperCase();
}
