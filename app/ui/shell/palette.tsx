"use client";

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { X } from "#app/ui/icon/icons.ts";
import type { SearchResult } from "#lib/core/module";
import { areSingleKeysOn, setSingleKeys } from "./single-keys.ts";

interface Props {
  places: readonly { href: string; label: string }[];
  find: string;
  /** Shows the keys instead. */
  keys: boolean;
  open: (href: string) => void;
  closed: () => void;
}

/** A native dialog: the focus stays inside, Escape leaves, and goes back to where it was. */
export default function Palette({ places, find, keys, open, closed }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      onClose={closed}
      closedby="any"
      aria-label={keys ? "Keyboard shortcuts" : "Search"}
      className="mx-auto mt-2 w-[min(36rem,calc(100vw-1rem))] rounded-lg border border-line bg-surface p-0 text-ink shadow-lift outline-none backdrop:bg-black/40 max-h-[calc(100dvh-1rem)] md:mt-[12vh] md:max-h-[84vh]"
    >
      {keys ? (
        <ShortcutList />
      ) : (
        <PaletteSearch places={places} find={find} open={open} leave={() => dialog.current?.close()} />
      )}
    </dialog>
  );
}

const DEBOUNCE_MS = 150;

interface Found {
  for: string;
  rows: SearchResult[];
  failed: boolean;
}

type SearchProps = Pick<Props, "places" | "find" | "open"> & { leave: () => void };

function PaletteSearch({ places, find, open, leave }: SearchProps) {
  const [typed, type] = useState("");
  const [found, setFound] = useState<Found>({ for: "", rows: [], failed: false });
  const [at, setAt] = useState(0);
  const words = typed.trim().toLowerCase();
  useEffect(() => {
    if (words.length < 3) return;
    const request = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await fetch(`${find}?${new URLSearchParams({ q: words })}`, {
          signal: request.signal,
        });
        const rows = answer.ok ? ((await answer.json()) as SearchResult[]) : [];
        setFound({ for: words, rows, failed: !answer.ok });
      } catch {
        // Aborted by more typing, or offline: the pages are still listed.
        if (!request.signal.aborted) setFound({ for: words, rows: [], failed: true });
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [words, find]);
  const rows: SearchResult[] = [
    ...(words.length >= 3 ? found.rows : []),
    ...places
      .filter(({ label }) => label.toLowerCase().includes(words))
      .map(({ href, label }) => ({ href, title: label, note: "Page" })),
  ];
  const chosen = Math.min(at, rows.length - 1);
  const looking = words.length >= 3 && found.for !== words;
  const go = (row: SearchResult | undefined) => {
    if (!row) return;
    leave();
    const { pathname, search, hash } = new URL(row.href, window.location.href);
    // The open page learns of a new hash only from the browser.
    if (hash && pathname + search === window.location.pathname + window.location.search)
      window.location.hash = hash;
    else open(row.href);
  };
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && rows.length > 0) {
      event.preventDefault();
      setAt((chosen + step + rows.length) % rows.length);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // The rows may still be those of the text before.
      if (!looking) go(rows[chosen]);
    }
  };
  return (
    <>
      <div className="flex items-center border-line border-b pr-2">
        <input
          role="combobox"
          aria-expanded={rows.length > 0}
          aria-controls="palette-rows"
          aria-activedescendant={rows.length > 0 ? `palette-${chosen}` : undefined}
          aria-label="Search"
          placeholder="Number, name or action"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          value={typed}
          onChange={({ target }) => {
            type(target.value);
            setAt(0);
          }}
          onKeyDown={pressed}
          className="min-h-14 min-w-0 flex-1 text-ellipsis bg-transparent px-4 text-lg outline-none placeholder:text-faint md:px-5"
        />
        <button
          type="button"
          onClick={leave}
          className="target grid place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <span className="sr-only">Close</span>
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <div
        id="palette-rows"
        role="listbox"
        aria-label="Results"
        className="max-h-[50dvh] overflow-y-auto p-2"
      >
        {rows.map((row, index) => (
          <button
            key={`${row.href} ${row.title}`}
            id={`palette-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            ref={index === chosen ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
            onClick={() => go(row)}
            onPointerMove={() => setAt(index)}
            className="block w-full rounded-md px-3 py-1.5 text-left aria-selected:bg-sunken"
          >
            <span className="block truncate font-medium">{row.title}</span>
            <span className="block truncate text-muted text-sm">{row.note}</span>
          </button>
        ))}
      </div>
      <p role="status" className="px-5 pt-1 pb-3 text-muted text-sm">
        {looking
          ? "Searching"
          : words.length >= 3 && found.failed
            ? "Search didn’t respond. Check your connection and type again."
            : rows.length === 0
              ? "No results. Enter the last four digits, a name, an amount, a day or the start of a reference."
              : `${rows.length} ${rows.length === 1 ? "result" : "results"}`}
      </p>
      <div className="border-line border-t px-5 pointer-coarse:hidden">
        <SingleKeysBox />
      </div>
    </>
  );
}

const ROW_SHORTCUTS = [
  ["j k", "Next and previous row"],
  ["x", "Select row"],
] as const;

const SHORTCUTS = [
  ["Ctrl K or /", "Search"],
  ["↑ ↓", "Move"],
  ["Enter", "Open"],
  ["Esc", "Close"],
  ["?", "Show shortcuts"],
] as const;

function ShortcutList() {
  const [pageShortcuts, setPageShortcuts] = useState(listPageShortcuts);
  // Opened while the page is still arriving, the list follows it.
  useEffect(() => {
    const page = document.querySelector("main");
    const observer = new MutationObserver(() => setPageShortcuts(listPageShortcuts()));
    if (page) observer.observe(page, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div className="p-5">
      {/* React has this attribute for form controls only; without it, the focus begins below the list. */}
      <h2
        ref={(title) => title?.setAttribute("autofocus", "")}
        tabIndex={-1}
        className="font-semibold text-lg outline-none"
      >
        Keyboard shortcuts
      </h2>
      <dl className="mt-3 divide-y divide-line">
        {[...pageShortcuts, ...SHORTCUTS].map(([key, does]) => (
          <div key={key} className="flex min-h-11 items-center justify-between gap-4 py-1.5">
            <dt className="shrink-0">
              <kbd className="rounded-sm border border-line bg-sunken px-2 py-0.5 font-mono text-sm">
                {key}
              </kbd>
            </dt>
            <dd className="text-right text-muted">{does}</dd>
          </div>
        ))}
      </dl>
      <SingleKeysBox />
    </div>
  );
}

/** Turns shortcuts of one key off in this browser. Ctrl K stays. */
function SingleKeysBox() {
  const [on, turn] = useState(areSingleKeysOn);
  return (
    <label className="flex min-h-11 items-center gap-3 text-muted text-sm">
      <input
        type="checkbox"
        checked={on}
        onChange={({ target }) => {
          setSingleKeys(target.checked);
          turn(target.checked);
        }}
        className="size-5 accent-action"
      />
      Single-key shortcuts
    </label>
  );
}

/** Lists the keys that the page's controls name, with their labels, and those of its rows. */
function listPageShortcuts(): (readonly [key: string, label: string])[] {
  const rows = document.querySelector("tr a.stretched") ? ROW_SHORTCUTS : [];
  const controls = [...document.querySelectorAll<HTMLElement>("main [aria-keyshortcuts]")];
  const named = controls
    .filter((control) => control.getClientRects().length > 0)
    .map((control): readonly [string, string] => {
      const label = control instanceof HTMLInputElement ? control.labels?.[0] : control;
      const copy = label?.cloneNode(true) as HTMLElement | undefined;
      for (const hint of copy?.querySelectorAll("[aria-hidden]") ?? []) hint.remove();
      return [control.getAttribute("aria-keyshortcuts") ?? "", copy?.textContent?.trim().slice(0, 60) ?? ""];
    });
  return [...named, ...rows];
}
