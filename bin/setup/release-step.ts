import { cpSync, existsSync, realpathSync, renameSync, rmSync } from "node:fs";
import { ROOT } from "#bin/root";
import manifest from "../../package.json" with { type: "json" };
import { PLACES, pointLink, run } from "./machine.ts";
import type { Step } from "./steps.ts";

/** The folder of this version. */
export const releaseDir = (): string => `${PLACES.current}-${manifest.version}`;

export const RELEASE: Step = {
  plan() {
    if (!existsSync(PLACES.current)) return `Installing Kiosk ${manifest.version} in ${releaseDir()}`;
    const [installed, own] = [realpathSync(PLACES.current), realpathSync(ROOT)];
    if (installed === own || installed === releaseDir()) return undefined;
    throw new Error(`${installed} is installed. Upgrade it: kiosk upgrade --help.`);
  },
  make() {
    const dir = releaseDir();
    if (!existsSync(dir)) {
      rmSync(`${dir}.new`, { recursive: true, force: true });
      cpSync(ROOT, `${dir}.new`, { recursive: true, verbatimSymlinks: true });
      renameSync(`${dir}.new`, dir);
    }
    run("chown", ["-R", "root:root", dir]);
    pointLink(PLACES.current, dir);
  },
};
