import { ChevronLeft, ChevronRight } from "lucide-react";
import { ButtonLink } from "./button-link.tsx";

interface Props {
  /** The address of the page before; null on the first. */
  previous: string | null;
  /** The address of the next page; null on the last. */
  next: string | null;
  /** What is between them: "1,204 purchases". */
  text?: string;
  words?: { previous: string; next: string };
}

/** The way to the neighbouring pages of a list; nothing when there is only one. */
export function Pager({ previous, next, text, words = { previous: "Newer", next: "Older" } }: Props) {
  if (!previous && !next) return null;
  return (
    <nav aria-label="Pages" className="mt-4 grid grid-cols-[1fr_auto_1fr] items-center gap-3">
      <div>
        {previous && (
          <ButtonLink variant="secondary" href={previous} rel="prev">
            <ChevronLeft aria-hidden />
            {words.previous}
          </ButtonLink>
        )}
      </div>
      <p className="text-center text-muted text-sm">{text}</p>
      <div className="text-right">
        {next && (
          <ButtonLink variant="secondary" href={next} rel="next">
            {words.next}
            <ChevronRight aria-hidden />
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}
