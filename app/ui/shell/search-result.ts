/** Reads the search text; undefined below three characters, which would match too much. */
export function readSearchText(request: Request): string | undefined {
  const words = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 60);
  return words.length >= 3 ? words : undefined;
}
