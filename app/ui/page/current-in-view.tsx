"use client";

import { useEffect, useRef } from "react";

/** Scrolls its row sideways to the current link or chosen tile, its `key`. Draws nothing. */
export function CurrentInView() {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const row = element.current?.parentElement;
    const current = row?.querySelector<HTMLElement>("[aria-current], label:has(:checked)");
    if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, []);
  return <span ref={element} hidden />;
}
