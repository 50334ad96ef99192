"use client";

import { useRouter } from "next/navigation";
import { useEffect, useLayoutEffect, useState } from "react";
import { Button } from "#app/ui/button";
import { Bell as BellIcon, BellOff } from "#app/ui/icon/icons.ts";
import { useEvents } from "#app/ui/page/live-refresh";
import type { ShopEvent } from "#lib/shop/order/watch-orders";

const STORAGE_KEY = "shop.ring";

/** Updates the inbox with new orders. If turned on, rings and counts them in the title. */
export function OrderChime({ toDo }: { toDo: number }) {
  const router = useRouter();
  const [ring, setRing] = useState(false);
  const audible = useIsAudible();
  useEffect(() => setRing(localStorage.getItem(STORAGE_KEY) === "yes"), []);
  const listen = (events: ShopEvent[]) => {
    router.refresh();
    if (ring && events.includes("new")) playChime();
  };
  useEvents("/shop/events", listen, true);
  useTitleCount(ring ? toDo : 0);
  const muted = ring && !audible;
  const tap = () => {
    const wanted = muted || !ring;
    localStorage.setItem(STORAGE_KEY, wanted ? "yes" : "no");
    setRing(wanted);
    if (wanted) playChime();
  };
  return (
    <Button variant="quiet" onClick={tap} className="noscript:hidden">
      {ring && audible ? <BellIcon /> : <BellOff />}
      <span>
        {muted ? "Tap to ring" : ring ? "Rings" : "Ring"}
        <span className="max-md:sr-only"> for new orders</span>
      </span>
    </Button>
  );
}

/** Counts in the page's title, also after a refresh, which writes the plain title at any time. */
function useTitleCount(count: number): void {
  useLayoutEffect(() => {
    const write = () => {
      const plain = document.title.replace(/^\(\d+\) /, "");
      const title = count > 0 ? `(${count}) ${plain}` : plain;
      if (document.title !== title) document.title = title;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [count]);
}

/** Tracks whether the page can play sound: after a reload, only once it is tapped. */
function useIsAudible(): boolean {
  const [audible, setAudible] = useState(false);
  useEffect(() => {
    const update = () => setAudible(navigator.userActivation?.hasBeenActive ?? true);
    update();
    document.addEventListener("click", update);
    return () => document.removeEventListener("click", update);
  }, []);
  return audible;
}

let context: AudioContext | undefined;

/** Plays two short tones. Silent where the browser needs a tap first. */
function playChime(): void {
  context ??= new AudioContext();
  void context.resume();
  playTone(context, 660, 0);
  playTone(context, 880, 0.16);
}

function playTone(audio: AudioContext, pitch: number, after: number): void {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + after;
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0.15, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + 0.3);
}
