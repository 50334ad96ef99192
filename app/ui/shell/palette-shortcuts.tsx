"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useEffect, useState, useTransition } from "react";
import { areSingleKeysOn } from "./single-keys.ts";

/** Loaded when it is used first. */
const loadPalette = () => import("./palette.tsx");
const Palette = lazy(loadPalette);

interface Props {
  places: readonly { href: string; label: string }[];
  find: string;
}

/**
 * Opens the command palette at a tap on a `SearchLink`, and handles shortcuts outside text fields: Ctrl K or
 * / opens it, ? the list of keys; j, k and x move through and select rows.
 */
export function PaletteShortcuts({ places, find }: Props) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const [shown, show] = useState<{ keys: boolean; at: number } | null>(null);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const command = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k";
      const single = !ctrlKey && !metaKey && !altKey && !isTyping(target) && areSingleKeysOn();
      if (single && !event.defaultPrevented && moveBetweenRows(event)) return;
      const bare = single && (key === "/" || key === "?");
      if (event.defaultPrevented || !(command || bare) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      show({ keys: key === "?", at: event.timeStamp });
    };
    const tapped = (event: MouseEvent) => {
      if (!isSearchLink(event) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      event.preventDefault();
      show({ keys: false, at: event.timeStamp });
    };
    const comeNear = (event: Event) => void (isSearchLink(event) && loadPalette());
    document.addEventListener("keydown", pressed);
    document.addEventListener("click", tapped);
    document.addEventListener("pointerdown", comeNear);
    return () => {
      document.removeEventListener("keydown", pressed);
      document.removeEventListener("click", tapped);
      document.removeEventListener("pointerdown", comeNear);
    };
  }, []);
  // A dialog tells late that it closed: by then another may be open.
  const closed = () => show((now) => (now === shown ? null : now));
  return (
    <>
      {pending && <span data-pending hidden />}
      {shown && (
        <Suspense>
          <Palette
            key={shown.at}
            places={places}
            find={find}
            keys={shown.keys}
            open={(href) => start(() => router.push(href))}
            closed={closed}
          />
        </Suspense>
      )}
    </>
  );
}

const isSearchLink = ({ target }: Event) =>
  target instanceof Element && target.closest("[data-palette]") !== null;

/** j and k go to the next row of a list and back, x chooses it where rows can be chosen. */
function moveBetweenRows(event: KeyboardEvent): boolean {
  const { key, target } = event;
  const row = target instanceof Element ? target.closest("tr") : null;
  if (key === "x") {
    const box = row?.querySelector<HTMLInputElement>("input[data-row-box]");
    box?.click();
    return box != null;
  }
  const step = { j: 1, k: -1 }[key];
  if (step === undefined || document.querySelector("dialog[open]")) return false;
  const rows = [...document.querySelectorAll("tr:has(a.stretched)")];
  const at = row ? rows.indexOf(row) : -1;
  rows[at < 0 ? 0 : at + step]?.querySelector<HTMLElement>("a.stretched")?.focus();
  return true;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !target.matches("[data-row-box]")));
