import { isIP } from "node:net";
import { z } from "zod";

const TOO_SHORT_MESSAGE = "must have at least 32 characters: openssl rand -base64 32 makes one";

const createIntegerField = (min: number, max: number) =>
  z.coerce.number(`must be a number from ${min} to ${max}`).int().min(min).max(max);

export const integerField = (fallback: number, min: number, max: number) =>
  createIntegerField(min, max).default(fallback);

export const optionalIntegerField = (min: number, max: number) => createIntegerField(min, max).optional();

export const httpUrlField = z.url({ protocol: /^https?$/, error: "must be an http(s):// address" });

export const secretField = z
  .string("must be set")
  .regex(/^[\x21-\x7e]+$/, "must be one word of plain letters and signs");

/** A secret that keys are derived from. */
export const longSecretField = secretField.min(32, TOO_SHORT_MESSAGE);

export const sessionSecretField = z
  .string("must be set: openssl rand -base64 32 makes one")
  .min(32, TOO_SHORT_MESSAGE);

/** The address to listen on; by default for this machine only. */
export const hostField = z
  .string()
  .refine((host) => isIP(host) !== 0, "must be an address of this machine, 0.0.0.0 for all of them")
  .default("127.0.0.1");
