/** A link to a view of a page, in a row with the others; the open one is the current. */
export const chipClass = [
  "inline-flex min-h-11 shrink-0 items-center rounded-full border border-line bg-surface px-4 font-medium text-sm hover:border-edge",
  "aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent",
].join(" ");
