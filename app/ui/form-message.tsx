import { Notice } from "./notice.tsx";

/** What an action answered, at the top of its form. Always rendered, so that a screen reader hears it change; it takes no room while empty. */
export function FormMessage({ error, done }: { error?: string | undefined; done?: string | undefined }) {
  return (
    <div aria-live="polite" className="empty:absolute">
      {error && <Notice kind="error">{error}</Notice>}
      {!error && done && <Notice kind="good">{done}</Notice>}
    </div>
  );
}
