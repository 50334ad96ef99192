import type { ReactNode } from "react";
import { KeyHint } from "./key-hint.tsx";

interface Props {
  title: ReactNode;
  open?: boolean | undefined;
  /** The key that opens it, where the page has `PageShortcuts`. */
  shortcut?: string;
  className?: string;
  children: ReactNode;
}

/** Content behind a title that opens it. Works without script. */
export function Disclosure({ title, open, shortcut, className, children }: Props) {
  return (
    <details open={open} className={className}>
      <summary
        aria-keyshortcuts={shortcut}
        className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent text-sm"
      >
        {title}
        {shortcut && <KeyHint>{shortcut.toUpperCase()}</KeyHint>}
      </summary>
      {children}
    </details>
  );
}
