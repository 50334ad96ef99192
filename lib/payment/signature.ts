import { createHash, timingSafeEqual } from "node:crypto";

/** Whether a header spells this very signature, in constant time. */
export function isSigned(wanted: Buffer, header: string | null, encoding: "hex" | "base64"): boolean {
  const given = Buffer.from(header ?? "");
  const spelled = Buffer.from(wanted.toString(encoding));
  return given.length === spelled.length && timingSafeEqual(given, spelled);
}

/** A name for a notice by its bytes, since providers send the same bytes again. */
export function noticeId(raw: Uint8Array): string {
  return createHash("sha256").update(raw).digest("hex");
}
