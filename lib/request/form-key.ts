import { createHmac } from "node:crypto";

/**
 * Derives the key with which Next names forms at build time and seals their content at run time: without
 * it, each build would draw its own. The build has no secret of an operator; a portal derives it from
 * its own secret at start.
 */
export function deriveFormKey(secret: string): { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: string } {
  return {
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: createHmac("sha256", secret).update("forms").digest("base64"),
  };
}
