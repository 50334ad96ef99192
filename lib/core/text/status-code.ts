import { createHash } from "node:crypto";

/**
 * Creates the name of an order's status page: its reference, and a digest of its code, which it doesn't
 * reveal.
 */
export function createStatusCode({ reference, code }: { reference: string; code: string }): string {
  const digest = createHash("sha256").update(`order status ${code}`).digest().subarray(0, 16);
  const text = BigInt(`0x${digest.toString("hex")}`)
    .toString(36)
    .padStart(26, "0");
  return `${reference.replace("-", "").toLowerCase()}-${text}`;
}
