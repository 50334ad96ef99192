import type { SearchResult } from "#lib/core/module";

export interface PaletteAction {
  label: string;
  href: string;
  /** Other words that people type for it. */
  keywords?: string;
}

const MAX_ACTIONS = 4;

export function findActions(actions: readonly PaletteAction[], q: string): SearchResult[] {
  return actions
    .filter((action) => matchesAction(action, q))
    .slice(0, MAX_ACTIONS)
    .map(({ label, href }) => ({ href, title: label, note: "Action" }));
}

export function matchesAction(
  { label, keywords = "" }: Pick<PaletteAction, "label" | "keywords">,
  q: string,
): boolean {
  const offered = splitText(`${label} ${keywords}`);
  const typed = splitText(q);
  return typed.length > 0 && typed.every((part) => offered.some((word) => word.startsWith(part)));
}

const splitText = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
