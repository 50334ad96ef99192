"use client";

import { type ReactNode, useEffect, useRef } from "react";

interface Props {
  /** Names the content: the focus moves to it when this changes. */
  of: string;
  /** Also moves it when the content appears. */
  atOnce?: boolean;
  /** Also scrolls to it when it changes. */
  scrolls?: boolean;
  /** Leaves this change alone, because other content takes the focus. */
  off?: boolean;
  className?: string;
  children: ReactNode;
}

/** Moves the focus to new content, so that a keyboard and a screen reader continue there. */
export function FocusOnChange({
  of,
  atOnce = false,
  scrolls = false,
  off = false,
  className,
  children,
}: Props) {
  const element = useRef<HTMLDivElement>(null);
  const seen = useRef(atOnce ? null : of);
  useEffect(() => {
    if (seen.current === of) return;
    seen.current = of;
    if (!off) element.current?.focus({ preventScroll: !atOnce && !scrolls });
  }, [of, atOnce, scrolls, off]);
  return (
    <div ref={element} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
