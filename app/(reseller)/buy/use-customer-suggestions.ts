import { useEffect, useState } from "react";
import type { CustomerSuggestion } from "#lib/customer/find-customers";

/** The delay after the last key before searching. */
const DEBOUNCE_MS = 150;
/** Fewer characters match nearly all customers. */
const MIN_QUERY_LENGTH = 2;

/** Searches customers by name or number a moment after typing. Keeps the last result until then. */
export function useCustomerSuggestions(text: string, on: boolean): readonly CustomerSuggestion[] {
  const q = text.trim();
  const [customers, setCustomers] = useState<readonly CustomerSuggestion[]>([]);
  const asks = on && q.length >= MIN_QUERY_LENGTH;
  useEffect(() => {
    if (!asks) return;
    const request = new AbortController();
    const timer = setTimeout(() => {
      fetch(`/customers/find?${new URLSearchParams({ q })}`, { signal: request.signal })
        .then((response) => (response.ok ? response.json() : []))
        .then(setCustomers)
        // Aborted by the next key, or offline: the number can still be typed.
        .catch(() => {});
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [q, asks]);
  return asks ? customers : [];
}
