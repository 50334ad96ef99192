import { createHash } from "node:crypto";
import type { Catalogue } from "#lib/catalogue/catalogue";

/** A serialised list. */
export interface CachedList {
  bytes: Buffer<ArrayBuffer>;
  /** Its ETag. */
  tag: string;
}

/** For all lists of one catalogue. */
const MAX_CACHE_BYTES = 32 * 1024 * 1024;

/** By the immutable plans of a catalogue: lists are dropped with their catalogue. */
const listCaches = new WeakMap<Catalogue["plans"], { kept: Map<string, CachedList>; size: number }>();

/** Returns the list of this name, built once per catalogue. */
export function getCachedList({ plans }: Catalogue, name: string, make: () => unknown): CachedList {
  let all = listCaches.get(plans);
  const cached = all?.kept.get(name);
  if (cached) return cached;
  const { bytes, tag } = serializeList(make());
  // A caller with more different lists gets each built again; the cached ones are dropped together only.
  if (!all || all.size + bytes.length > MAX_CACHE_BYTES) {
    all = { kept: new Map(), size: 0 };
    listCaches.set(plans, all);
  }
  all.kept.set(name, { bytes, tag });
  // The name counts too: it holds the caller's filters, and empty lists are shorter than it.
  all.size += bytes.length + 2 * name.length;
  return { bytes, tag };
}

export function serializeList(value: unknown): CachedList {
  const bytes = Buffer.from(JSON.stringify(value));
  // Weak, since the same list may be sent compressed.
  return { bytes, tag: `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"` };
}
