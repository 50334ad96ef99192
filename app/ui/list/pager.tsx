import { ButtonLink } from "#app/ui/button-link";
import { ChevronLeft, ChevronRight } from "#app/ui/icon/icons.ts";
import type { ListOrder } from "#lib/core/list/page";
import { buildHref } from "./build-href.ts";

export interface ListResult<T> {
  rows: readonly T[];
  previous: string | null;
  next: string | null;
  on: Readonly<Record<string, string>>;
  narrowed: boolean;
  order: ListOrder;
  asOf?: Date | undefined;
}

interface Props {
  here: string;
  page: Pick<ListResult<unknown>, "previous" | "next" | "on" | "order">;
  labels?: { previous: string; next: string } | undefined;
}

const LABELS = {
  newest: { previous: "Newer", next: "Older" },
  oldest: { previous: "Older", next: "Newer" },
};

/** The way to the neighbouring pages of a list; nothing when there is only one. */
export function Pager({ here, page, labels = LABELS[page.order] }: Props) {
  const { previous, next, on } = page;
  if (!previous && !next) return null;
  return (
    <nav aria-label="Pages" className="mt-4 grid grid-cols-2 items-center gap-3">
      <div>
        {previous && (
          <ButtonLink variant="secondary" href={buildHref(here, on, { before: previous })} rel="prev">
            <ChevronLeft />
            {labels.previous}
          </ButtonLink>
        )}
      </div>
      <div className="text-right">
        {next && (
          <ButtonLink variant="secondary" href={buildHref(here, on, { after: next })} rel="next">
            {labels.next}
            <ChevronRight />
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}
