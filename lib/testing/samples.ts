import { globSync } from "node:fs";
import { ROOT } from "#bin/root";
import type { ActionSample, ActionSamples, ActionScene } from "./action-scene.ts";
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

/** Lists the samples of all actions, by the action's name. */
export async function listActionSamples(
  scene: ActionScene,
): Promise<ReadonlyMap<string, readonly ActionSample[]>> {
  const all = (await loadSamples()).flatMap(({ actionSamples }) =>
    Object.entries(actionSamples?.(scene) ?? {}),
  );
  return new Map(
    all.map(([name, samples]) => [
      name,
      [samples].flat().map((sample) => (typeof sample === "function" ? { given: sample } : sample)),
    ]),
  );
}
