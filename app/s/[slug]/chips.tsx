interface Props {
  /** What is chosen, for screen readers. */
  label: string;
  /** The word for no choice. */
  all: string;
  names: readonly string[];
  chosen: string | null;
  hrefOf: (name: string | null) => string;
}

const CHIP = [
  "inline-flex min-h-11 items-center whitespace-nowrap rounded-full border border-line bg-surface px-4 text-sm",
  "font-medium hover:border-edge aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent",
].join(" ");

/** One choice out of a few words, as links; they scroll sideways on a phone. Nothing when there is no choice. */
export function Chips({ label, all, names, chosen, hrefOf }: Props) {
  if (names.length < 2) return null;
  return (
    <nav aria-label={label} className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:px-0">
      <ul className="flex gap-2">
        {[null, ...names].map((name) => (
          <li key={name ?? ""}>
            <a href={hrefOf(name)} aria-current={name === chosen ? "true" : undefined} className={CHIP}>
              {name ?? all}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
