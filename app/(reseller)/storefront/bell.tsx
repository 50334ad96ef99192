"use client";

import { Bell as BellIcon, BellOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { ShopEvent } from "#lib/shop/watch-orders";
import { Button } from "../../ui/button.tsx";
import { useEvents } from "../../ui/live-line.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";

const KEPT = "storefront.ring";

/** Keeps the inbox true as orders come in, and rings and counts in the title when the reseller wants that. */
export function Bell({ toDo }: { toDo: number }) {
  const router = useRouter();
  const [ring, setRing] = useState(false);
  const heard = useHeard();
  useEffect(() => setRing(localStorage.getItem(KEPT) === "yes"), []);
  const listen = (events: ShopEvent[]) => {
    router.refresh();
    if (ring && events.includes("new")) chime();
  };
  useEvents("/storefront/events", listen, true);
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
      {ring && heard ? <PlainIcon icon={BellIcon} /> : <PlainIcon icon={BellOff} />}
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

let context: AudioContext | undefined;

/** Whether the browser lets this page be heard: it wants a tap first. */
function isHeard(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}

/** Two short tones. Silent where the browser wants a tap first. */
function chime(): void {
  context ??= new AudioContext();
  void context.resume();
  tone(context, 660, 0);
  tone(context, 880, 0.16);
}

function tone(audio: AudioContext, pitch: number, after: number): void {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + after;
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0.15, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + 0.3);
}
