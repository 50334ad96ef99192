"use client";

import { useEffect, useRef } from "react";
import type { PurchaseState } from "#lib/purchase/read/purchase-view";

interface Props {
  state: PurchaseState;
  /** Whether the page opened because the purchase was just made. */
  bought: boolean;
}

const VIBRATION_MS = 60;

/** Focuses the result of a new purchase, and vibrates once when it's delivered. Draws nothing. */
export function PurchaseArrival({ state, bought }: Props) {
  const seen = useRef<PurchaseState | null>(bought ? null : state);
  const isNew = useRef(bought);
  useEffect(() => {
    if (!isNew.current) return;
    isNew.current = false;
    document.getElementById("state")?.focus();
    // A reload is not another arrival.
    history.replaceState(null, "", location.pathname);
  }, []);
  useEffect(() => {
    const isDelivered = state === "successful" && seen.current !== "successful";
    seen.current = state;
    // Before a first tap a browser rejects it with an error.
    if (isDelivered && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION_MS);
  }, [state]);
  return null;
}
