/** Something that the command palette leads to. */
export interface Found {
  href: string;
  title: string;
  note: string;
}

/** What was typed, where it is long enough to look for: shorter finds half of everything. */
export function wordsOf(request: Request): string | undefined {
  const words = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 60);
  return words.length >= 3 ? words : undefined;
}
