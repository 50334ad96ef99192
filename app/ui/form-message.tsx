import { Notice } from "./notice.tsx";

/** The result of an action. Always rendered, so that a screen reader announces changes; takes no room while empty. */
export function FormMessage({ error, done }: { error?: string | undefined; done?: string | undefined }) {
  return (
    <div aria-live="polite" className="empty:absolute">
      {error && <Notice kind="error">{error}</Notice>}
      {!error && done && <Notice kind="good">{done}</Notice>}
    </div>
  );
}
