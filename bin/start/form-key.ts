import { createHmac } from "node:crypto";

/**
 * What Next takes for naming forms while it builds, and for sealing what they carry while it runs: drawn from a secret, since
 * each build would draw its own. The build knows no operator's secret; a portal that starts draws it from its own.
 */
export function formKey(secret: string): { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: string } {
  return {
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: createHmac("sha256", secret).update("forms").digest("base64"),
  };
}
