import { globSync } from "node:fs";
import { ROOT } from "#bin/root";
import type { ActionSamples, ActionScene } from "./action-scene.ts";
import { createSettingsSamples } from "./settings-samples.ts";

/** Statements that insert a row as old as `at`, for each table that is swept. */
export type OldRows = Readonly<Record<string, (at: string) => string>>;

interface Samples {
  actionSamples?: (scene: ActionScene) => ActionSamples;
  oldRows?: OldRows;
}

/** Loads the `testing/samples.ts` of all modules, for tests over all modules. */
export const loadSamples = async (): Promise<Samples[]> => [
  { actionSamples: createSettingsSamples },
  ...(await Promise.all(
    globSync("lib/*/testing/samples.ts", { cwd: ROOT }).map((file): Promise<Samples> => import(ROOT + file)),
  )),
];
