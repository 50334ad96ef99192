import { Secret, TOTP } from "otpauth";
import { env } from "#lib/core/env";

/** Codes of six digits, each for 30 seconds, which every app supports. */
const TOTP_OPTIONS = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** Generates a secret as base32 text, for typing into an app. */
export const generateTotpSecret = () => new Secret({ size: 20 }).base32;

/** Creates the address that an app reads from a QR code. */
export function createTotpUri(secret: string, email: string): string {
  const issuer = env().PORTAL_NAME;
  return new TOTP({ ...TOTP_OPTIONS, issuer, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * Finds the 30-second step of a code, if it is the one around `at` (in milliseconds since 1970) or a
 * neighbour, because clocks of phones differ.
 */
export function findTimeStep(secret: string, code: string, at: number): number | undefined {
  const delta = new TOTP({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret) }).validate({
    token: code,
    timestamp: at,
    window: 1,
  });
  return delta === null ? undefined : Math.floor(at / (TOTP_OPTIONS.period * 1000)) + delta;
}
