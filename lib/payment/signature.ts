import { createHash, timingSafeEqual } from "node:crypto";

/** Whether a header holds this very signature, in constant time. */
export function isSigned(wanted: Buffer, header: string | null, encoding: "hex" | "base64"): boolean {
  const given = Buffer.from(header ?? "", encoding);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** A name for a notice by its bytes, since providers send the same bytes again. */
export function noticeId(raw: Uint8Array): string {
  return createHash("sha256").update(raw).digest("hex");
}
