import { createHash, timingSafeEqual } from "node:crypto";

/** Compares texts in a time that does not depend on the position of a difference. */
export function isEqualSecret(shown: string | undefined, wanted: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(shown ?? ""), hash(wanted));
}
