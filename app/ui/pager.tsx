import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Order } from "#lib/core/page";
import { address } from "./address.ts";
import { ButtonLink } from "./button-link.tsx";
import { PlainIcon } from "./plain-icon.tsx";

/** A page of a list, as `defineList` reads it. */
export interface Listed<T> {
  rows: readonly T[];
  previous: string | null;
  next: string | null;
  /** The filters that are on, as they stand in the address. */
  on: Readonly<Record<string, string>>;
  narrowed: boolean;
  order: Order;
}

interface Props {
  /** The address of the list. */
  here: string;
  page: Pick<Listed<unknown>, "previous" | "next" | "on" | "order">;
  words?: { previous: string; next: string } | undefined;
}

const WORDS = {
  newest: { previous: "Newer", next: "Older" },
  oldest: { previous: "Older", next: "Newer" },
};

/** The way to the neighbouring pages of a list; nothing when there is only one. */
export function Pager({ here, page, words = WORDS[page.order] }: Props) {
  const { previous, next, on } = page;
  if (!previous && !next) return null;
  return (
    <nav aria-label="Pages" className="mt-4 grid grid-cols-2 items-center gap-3">
      <div>
        {previous && (
          <ButtonLink variant="secondary" href={address(here, on, { before: previous })} rel="prev">
            <PlainIcon icon={ChevronLeft} />
            {words.previous}
          </ButtonLink>
        )}
      </div>
      <div className="text-right">
        {next && (
          <ButtonLink variant="secondary" href={address(here, on, { after: next })} rel="next">
            {words.next}
            <PlainIcon icon={ChevronRight} />
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}
