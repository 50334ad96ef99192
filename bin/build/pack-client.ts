import { execFileSync } from "node:child_process";
import { globSync, renameSync } from "node:fs";
import { ROOT } from "#bin/root";
import { CLIENT_PACKAGE } from "#lib/api/openapi/guide";

/** Packs the TypeScript client for npm into the build, from which the portal serves it. */
export function packClient(): void {
  const destination = `${ROOT}.next/`;
  // `npm` reports on stderr that which it does; a failure throws with it.
  execFileSync("npm", ["pack", "--silent", "--pack-destination", destination], {
    cwd: `${ROOT}clients/typescript`,
    stdio: "pipe",
  });
  const [packed = ""] = globSync("data-portal-client-*.tgz", { cwd: destination });
  renameSync(destination + packed, destination + CLIENT_PACKAGE);
}
