import type { ComponentProps, Ref } from "react";
import { Banner } from "#app/ui/banner";

interface Props {
  ref?: Ref<HTMLDivElement>;
  error?: string | undefined;
  done?: string | undefined;
  /** The way on after an error. */
  link?: ComponentProps<typeof Banner>["link"];
}

/** The result of an action. Always rendered, for screen readers; without height while empty. */
export function FormMessage({ ref, error, done, link }: Props) {
  return (
    <div ref={ref} tabIndex={-1} aria-live="polite" className="outline-none empty:absolute">
      {error && (
        <Banner kind="error" link={link}>
          {error}
        </Banner>
      )}
      {!error && done && <Banner kind="good">{done}</Banner>}
    </div>
  );
}
