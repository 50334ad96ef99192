"use client";

import { Bell as BellIcon, BellOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { chime, isHeard } from "./chime.ts";
import { listenToOrders } from "./listen-to-orders.ts";

const KEPT = "storefront.ring";

/** Keeps the inbox true as orders come in, and rings and counts in the title when the reseller wants that. */
export function Bell({ toDo }: { toDo: number }) {
  const router = useRouter();
  const [ring, setRing] = useState(false);
  const heard = useHeard();
  useEffect(() => setRing(localStorage.getItem(KEPT) === "yes"), []);
  const rings = useRef(ring);
  useEffect(() => {
    rings.current = ring;
  }, [ring]);
  useEffect(
    () =>
      listenToOrders((event) => {
        router.refresh();
        if (event === "new" && rings.current) chime();
      }),
    [router],
  );
  useEffect(() => {
    const plain = document.title.replace(/^\(\d+\) /, "");
    document.title = ring && toDo > 0 ? `(${toDo}) ${plain}` : plain;
  }, [ring, toDo]);
  const muted = ring && !heard;
  const tap = () => {
    const wanted = muted || !ring;
    localStorage.setItem(KEPT, wanted ? "yes" : "no");
    setRing(wanted);
    if (wanted) chime();
  };
  return (
    <Button variant="quiet" onClick={tap} className="noscript:hidden">
      {ring && heard ? <BellIcon aria-hidden /> : <BellOff aria-hidden />}
      <span>
        {muted ? "Tap to ring" : ring ? "Rings" : "Ring"}
        <span className="max-md:sr-only"> for new orders</span>
      </span>
    </Button>
  );
}

/** Whether a tone would be heard: after a reload, not before the page is touched. */
function useHeard(): boolean {
  const [heard, setHeard] = useState(false);
  useEffect(() => {
    const look = () => setHeard(isHeard());
    look();
    document.addEventListener("click", look);
    return () => document.removeEventListener("click", look);
  }, []);
  return heard;
}
