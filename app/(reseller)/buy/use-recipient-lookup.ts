import { useEffect, useState } from "react";
import { type PhoneRule, readPhone, readPhoneStart } from "#lib/core/text/phone-rule";
import type { Recipient } from "#lib/customer/recipients";
import { findLikelyNetwork } from "./local-review.ts";
import type { PhoneHints } from "./number-field.tsx";
import type { NetworkOption } from "./options.ts";

/**
 * Looks up the recipient and the likely network of a number: among recent numbers, and those
 * that match the typed text.
 * @param first the number that is typed when the page opens
 */
export function useRecipientLookup(
  networks: readonly NetworkOption[],
  { recent, canSearchCustomers, isLookedUp }: PhoneHints,
  phoneRule: PhoneRule,
  first: string,
) {
  const [text, setText] = useState(first);
  const entered = readPhone(phoneRule, text);
  const isRecent = entered !== undefined && recent.some(({ phone }) => phone === entered.text);
  const suggestions = useFoundRecipients(
    text,
    isLookedUp && !isRecent && (canSearchCustomers || entered !== undefined),
  );
  const findNetwork = (phone: string, recipient: Recipient | undefined) =>
    findLikelyNetwork(networks, readPhoneStart(phoneRule, phone), recipient);
  return {
    suggestions,
    setText,
    lookUp: (phone: string) => {
      const number = readPhone(phoneRule, phone);
      const recipient = number && [...recent, ...suggestions].find((each) => each.phone === number.text);
      return { number, recipient, likely: findNetwork(phone, recipient) };
    },
    networkOf: (recipient: Recipient) => findNetwork(recipient.phone, recipient)?.name,
  };
}

/** The delay after the last key before searching. */
const DEBOUNCE_MS = 150;
/** Fewer characters match nearly all customers. */
const MIN_QUERY_LENGTH = 2;

/** Finds recipients by name or number a moment after typing. Keeps the last result until then. */
function useFoundRecipients(text: string, on: boolean): readonly Recipient[] {
  const q = text.trim();
  const [recipients, setRecipients] = useState<readonly Recipient[]>([]);
  const asks = on && q.length >= MIN_QUERY_LENGTH;
  useEffect(() => {
    if (!asks) return;
    const request = new AbortController();
    const timer = setTimeout(() => {
      fetch(`/customers/find?${new URLSearchParams({ q })}`, { signal: request.signal })
        .then((response) => (response.ok ? response.json() : []))
        .then(setRecipients)
        // Aborted by the next key, or offline: the number can still be typed.
        .catch(() => {});
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [q, asks]);
  return asks ? recipients : [];
}
