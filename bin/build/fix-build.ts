import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { ROOT } from "#bin/root";

/** Returns the name of a build of these sources. */
export const getBuildId = (sources: string): string => sources.slice(0, 20);

/**
 * Replaces what the framework chooses at random and where it names the checkout's place, so that the same
 * sources always become the same files. The random keys open previews of unpublished content, of which the
 * portal has none.
 */
export function fixBuild(sources: string): void {
  const derive = (name: string, length: number) =>
    createHash("sha256").update(`${name} ${sources}`).digest("hex").slice(0, length);
  const keys = {
    previewModeId: derive("id", 32),
    previewModeSigningKey: derive("signing", 64),
    previewModeEncryptionKey: derive("encryption", 64),
  };
  changeText("server/preview-props.json", () => JSON.stringify(keys));
  changeText("prerender-manifest.json", (text) => JSON.stringify({ ...JSON.parse(text), preview: keys }));
  for (const file of ["required-server-files.json", "required-server-files.js"])
    changeText(file, (text) => text.replaceAll(JSON.stringify(ROOT.slice(0, -1)), '"/opt/kiosk"'));
}

function changeText(file: string, change: (text: string) => string): void {
  const path = `${ROOT}.next/${file}`;
  writeFileSync(path, change(readFileSync(path, "utf8")));
}
