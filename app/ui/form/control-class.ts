/** The look of every box that takes text; 16 px, so that phones do not zoom into it. */
export const controlClass = [
  "w-full min-w-0 min-h-11 rounded-md border border-edge bg-surface px-3 text-base text-ink",
  "placeholder:text-faint hover:border-ink",
  "focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:border-accent",
  "aria-invalid:border-bad disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted",
].join(" ");
