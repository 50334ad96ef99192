"use client";

import { lazy, Suspense, useEffect, useState } from "react";

/** Loaded when it is used first: a phone without keys never asks for it. */
const Palette = lazy(() => import("./palette.tsx"));

interface Props {
  /** Where its reader can go. */
  places: readonly { href: string; label: string }[];
  /** Where it looks for what is typed. */
  find: string;
}

/** Ctrl K or / opens the command palette, ? the keys; while something is typed they are letters. */
export function PaletteKeys({ places, find }: Props) {
  const [shown, show] = useState<{ keys: boolean } | null>(null);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const command = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k";
      const bare = !ctrlKey && !metaKey && !altKey && (key === "/" || key === "?") && !isTyping(target);
      if (event.defaultPrevented || !(command || bare) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      show({ keys: key === "?" });
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
  return (
    shown && (
      <Suspense>
        <Palette places={places} find={find} keys={shown.keys} closed={() => show(null)} />
      </Suspense>
    )
  );
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
