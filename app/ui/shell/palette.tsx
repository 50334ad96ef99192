"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { SearchResult } from "#lib/core/module";

interface Props {
  places: readonly { href: string; label: string }[];
  find: string;
  /** Shows the keys instead. */
  keys: boolean;
  closed: () => void;
}

/** A native dialog: the focus stays inside, Escape leaves, and goes back to where it was. */
export default function Palette({ places, find, keys, closed }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      onClose={closed}
      closedby="any"
      aria-label={keys ? "Keyboard shortcuts" : "Go to"}
      className="mx-auto mt-[12vh] w-[min(36rem,calc(100vw-2rem))] rounded-lg border border-line bg-surface p-0 text-ink shadow-raised outline-none backdrop:bg-black/40"
    >
      {keys ? (
        <ShortcutList />
      ) : (
        <PaletteSearch places={places} find={find} leave={() => dialog.current?.close()} />
      )}
    </dialog>
  );
}

const DEBOUNCE_MS = 150;

function PaletteSearch({ places, find, leave }: Pick<Props, "places" | "find"> & { leave: () => void }) {
  const router = useRouter();
  const [typed, type] = useState("");
  const [found, setFound] = useState<{ for: string; rows: SearchResult[] }>({ for: "", rows: [] });
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
        if (answer.ok) setFound({ for: words, rows: (await answer.json()) as SearchResult[] });
      } catch {
        // Aborted by more typing, or offline: the pages are still listed.
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
    router.push(row.href);
  };
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && rows.length > 0) {
      event.preventDefault();
      setAt((chosen + step + rows.length) % rows.length);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go(rows[chosen]);
    }
  };
  return (
    <>
      <input
        role="combobox"
        aria-expanded={rows.length > 0}
        aria-controls="palette-rows"
        aria-activedescendant={rows.length > 0 ? `palette-${chosen}` : undefined}
        aria-label="Phone number, reference or page"
        placeholder="Phone number, reference or page"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={typed}
        onChange={({ target }) => {
          type(target.value);
          setAt(0);
        }}
        onKeyDown={pressed}
        className="min-h-14 w-full border-line border-b bg-transparent px-5 text-lg outline-none placeholder:text-faint"
      />
      <div id="palette-rows" role="listbox" aria-label="Results" className="max-h-[50vh] overflow-y-auto p-2">
        {rows.map((row, index) => (
          <button
            key={row.href}
            id={`palette-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            ref={index === chosen ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
            onClick={() => go(row)}
            onPointerMove={() => setAt(index)}
            className="flex min-h-11 w-full items-center justify-between gap-4 rounded-md px-3 text-left aria-selected:bg-sunken"
          >
            <span className="min-w-0 truncate font-medium">{row.title}</span>
            <span className="shrink-0 text-muted text-sm">{row.note}</span>
          </button>
        ))}
      </div>
      <p role="status" className="px-5 pb-4 text-muted text-sm">
        {looking
          ? "Searching"
          : rows.length === 0
            ? "No results. Enter a whole phone number or reference."
            : `${rows.length} results. Press Enter to open one.`}
      </p>
    </>
  );
}

const SHORTCUTS = [
  ["Ctrl K or /", "Go to a phone number, reference or page"],
  ["j k", "Next and previous row"],
  ["x", "Select row"],
  ["↑ ↓", "Move"],
  ["Enter", "Open"],
  ["Esc", "Close"],
  ["?", "Show shortcuts"],
] as const;

function ShortcutList() {
  return (
    <div className="p-5">
      <h2 className="font-semibold text-lg">Keyboard shortcuts</h2>
      <dl className="mt-3 divide-y divide-line">
        {SHORTCUTS.map(([key, does]) => (
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
    </div>
  );
}
