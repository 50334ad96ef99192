"use client";

import { Bell as BellIcon, BellOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { chime } from "./chime.ts";
import { listenToOrders } from "./listen-to-orders.ts";

const KEPT = "storefront.ring";

/** Keeps the inbox true as orders come in, and rings and counts in the title when the reseller wants that. */
export function Bell({ toDo }: { toDo: number }) {
  const router = useRouter();
  const [ring, setRing] = useState(false);
  useEffect(() => setRing(localStorage.getItem(KEPT) === "yes"), []);
  useEffect(
    () =>
      listenToOrders((event) => {
        router.refresh();
        if (event === "new" && ring) chime();
      }),
    [router, ring],
  );
  useEffect(() => {
    const plain = document.title.replace(/^\(\d+\) /, "");
    document.title = ring && toDo > 0 ? `(${toDo}) ${plain}` : plain;
  }, [ring, toDo]);
  const toggle = () => {
    localStorage.setItem(KEPT, ring ? "no" : "yes");
    setRing(!ring);
    if (!ring) chime();
  };
  return (
    <Button variant="quiet" aria-pressed={ring} onClick={toggle} className="noscript:hidden">
      {ring ? <BellIcon aria-hidden /> : <BellOff aria-hidden />}
      <span className="max-md:sr-only">{ring ? "Rings for new orders" : "Ring for new orders"}</span>
    </Button>
  );
}
