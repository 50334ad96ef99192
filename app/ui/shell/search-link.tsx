import { Search } from "#app/ui/icon/icons.ts";

interface Props {
  /** The list that can be searched without script. */
  href: string;
  /** An icon, for a phone; otherwise a box with the key. */
  compact?: boolean;
}

/** Opens the command palette (`PaletteShortcuts`). */
export function SearchLink({ href, compact }: Props) {
  if (compact)
    return (
      <a href={href} data-palette className={ICON_CLASS}>
        <span className="sr-only">Search</span>
        <Search className="size-5" />
      </a>
    );
  return (
    <a href={href} data-palette className={BOX_CLASS}>
      <Search className="size-4" />
      <span className="flex-1">Search</span>
      <span aria-hidden="true" className="text-faint text-xs">
        Ctrl K
      </span>
    </a>
  );
}

const ICON_CLASS = "target grid place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink";
const BOX_CLASS =
  "mt-4 flex min-h-11 items-center gap-2.5 rounded-md border border-edge/60 bg-surface px-3 text-muted hover:border-edge hover:text-ink";
