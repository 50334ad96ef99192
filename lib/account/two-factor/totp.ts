import { Secret, TOTP } from "otpauth";
import { env } from "#lib/core/env";

/** Codes of six digits, each for 30 seconds: what every app can. */
const KIND = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** A new secret, as the base32 text that people can type into an app. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32;

/** The address that an app reads from a QR code. */
export function totpUri(secret: string, email: string): string {
  const issuer = env().PORTAL_NAME;
  return new TOTP({ ...KIND, issuer, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * The span of 30 seconds to which a code belongs, if it is the one around `at` (in milliseconds since 1970) or the one
 * before or after it: clocks of phones differ.
 */
export function stepOf(secret: string, code: string, at: number): number | undefined {
  const delta = new TOTP({ ...KIND, secret: Secret.fromBase32(secret) }).validate({
    token: code,
    timestamp: at,
    window: 1,
  });
  return delta === null ? undefined : Math.floor(at / (KIND.period * 1000)) + delta;
}
