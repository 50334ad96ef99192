import { createHash } from "node:crypto";
import type { Catalogue } from "#lib/catalogue/catalogue";

/** A list as it is sent. */
export interface Kept {
  bytes: Buffer;
  /** Its ETag. */
  tag: string;
}

/** All lists of one catalogue take at most so many bytes. */
const MOST_BYTES = 32 * 1024 * 1024;

/** By the plans of a catalogue, which are never changed: lists go with the catalogue that they were made of. */
const lists = new WeakMap<Catalogue["plans"], { kept: Map<string, Kept>; size: number }>();

/** The list of this name, made of the catalogue once and then sent again and again. */
export function keptList({ plans }: Catalogue, name: string, make: () => unknown): Kept {
  let all = lists.get(plans);
  const known = all?.kept.get(name);
  if (known) return known;
  const bytes = Buffer.from(JSON.stringify(make()));
  // Weak, for the same list may be sent compressed.
  const tag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
  // Whoever asks for more different lists than these has them made each time, and nobody's are dropped one by one.
  if (!all || all.size + bytes.length > MOST_BYTES) {
    all = { kept: new Map(), size: 0 };
    lists.set(plans, all);
  }
  all.kept.set(name, { bytes, tag });
  // The name counts too: it has what the caller asked for, and lists that find nothing are shorter than it.
  all.size += bytes.length + 2 * name.length;
  return { bytes, tag };
}
