"use client";

import { useEffect, useRef } from "react";

/** Scrolls the row around it sideways to its current link or chosen tile, whenever `of` changes. Draws nothing. */
export function CurrentInView({ of }: { of: string }) {
  const element = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value marks another child
  useEffect(() => {
    const row = element.current?.parentElement;
    const current = row?.querySelector<HTMLElement>("[aria-current], label:has(:checked)");
    if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, [of]);
  return <span ref={element} hidden />;
}
