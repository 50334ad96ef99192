"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

const INTERVAL_MS = 20_000;

/** Refreshes the page when the alarms are no longer those that it shows. Draws nothing. */
export function AlarmRefresh({ tag }: { tag: string }) {
  const router = useRouter();
  const shown = useRef(tag);
  useEffect(() => {
    // Layout and page are read side by side: beside new alarms the page may still be
    // the one from before them.
    if (shown.current !== tag) router.refresh();
    shown.current = tag;
  }, [router, tag]);
  useEffect(() => {
    const check = async () => {
      if (document.visibilityState === "hidden") return;
      const response = await fetch("/admin/alarms").catch(() => null);
      if (response?.ok && (await response.text()) !== tag) router.refresh();
    };
    const timer = setInterval(check, INTERVAL_MS);
    document.addEventListener("visibilitychange", check);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }, [router, tag]);
  return null;
}
