import { createHmac, timingSafeEqual } from "node:crypto";

export interface SignatureFormat {
  hash: "sha1" | "sha256" | "sha512";
  encoding: "hex" | "base64";
}

/**
 * Whether a header spells the signature that one of these secrets makes of the very bytes, in constant time.
 * A secret that is not set, or empty, signs nothing.
 */
export function isSigned(
  raw: Uint8Array,
  header: string | null,
  secrets: readonly (string | undefined)[],
  { hash, encoding }: SignatureFormat,
): boolean {
  const signature = Buffer.from(header ?? "");
  return secrets.some((secret) => {
    if (!secret) return false;
    const wanted = Buffer.from(createHmac(hash, secret).update(raw).digest(encoding));
    return signature.length === wanted.length && timingSafeEqual(signature, wanted);
  });
}
