import { cx } from "./cx.ts";

/** An instant as the server says it, for what the browser draws too. */
export interface TimeText {
  iso: string;
  /** In everyday words: "today 14:05". */
  text: string;
  exact: string;
}

/** An instant in everyday words, exact when pointed at. */
export function TimeLabel({ iso, text, exact, className }: TimeText & { className?: string | undefined }) {
  return (
    <time dateTime={iso} title={exact} className={cx("whitespace-nowrap", className)}>
      {text}
    </time>
  );
}
