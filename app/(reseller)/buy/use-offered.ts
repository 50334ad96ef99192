import { useEffect, useState } from "react";
import type { OfferedCustomer } from "#lib/customer/find-customers";

/** After the last key, before the server is asked. */
const PAUSE_MS = 150;
/** Fewer characters fit nearly everybody. */
const LEAST = 2;

/** The customers who have a text in their name or number, a moment after it was typed; those of before until then. */
export function useOffered(text: string, on: boolean): readonly OfferedCustomer[] {
  const q = text.trim();
  const [offered, setOffered] = useState<readonly OfferedCustomer[]>([]);
  const asks = on && q.length >= LEAST;
  useEffect(() => {
    if (!asks) return;
    const outrun = new AbortController();
    const timer = setTimeout(() => {
      fetch(`/customers/find?${new URLSearchParams({ q })}`, { signal: outrun.signal })
        .then((answer) => (answer.ok ? answer.json() : []))
        .then(setOffered)
        // Outrun by the next key, or without a line: then the number is typed.
        .catch(() => {});
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      outrun.abort();
    };
  }, [q, asks]);
  return asks ? offered : [];
}
