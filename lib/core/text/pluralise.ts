/** Puts a count before the matching form of a noun or a sentence. */
export const pluralise = (count: number, singular: string, plural: string): string =>
  count === 1 ? `1 ${singular}` : `${count} ${plural}`;
