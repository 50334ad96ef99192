import { Banner } from "#app/ui/banner";

/** The result of an action. Always rendered, so that a screen reader announces changes; takes no room while empty. */
export function FormMessage({ error, done }: { error?: string | undefined; done?: string | undefined }) {
  return (
    <div aria-live="polite" className="empty:absolute">
      {error && <Banner kind="error">{error}</Banner>}
      {!error && done && <Banner kind="good">{done}</Banner>}
    </div>
  );
}
