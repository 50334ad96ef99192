import { readSettings } from "#lib/audit/settings/read-settings";
import type { DefinedSettings, Values } from "#lib/core/settings/settings";
import { modules } from "#lib/modules";
import { type ActionSamples, type ActionScene, REASON } from "./action-scene.ts";

/** Texts that some kind of field takes. */
const TYPED = ["yes", "", "9", "12", "90,000,000.00", "0.50", "Dial *310#", "0803 123 4567"];

/** Makes a sample of each settings: a change of one field, which needs approval where any does. */
export const createSettingsSamples = ({ at }: ActionScene): ActionSamples =>
  Object.fromEntries(
    modules
      .flatMap(({ settings = [] }) => settings)
      .map((settings) => [
        settings.saver,
        async () => findChange(settings, await readSettings(at.system, settings)),
      ]),
  );

function findChange(settings: DefinedSettings, { version, ...before }: Values & { version: number }) {
  const { name, fields, input, approval } = settings;
  const shown = Object.entries(fields).map(([key, field]) => [key, field.show(before[key])] as const);
  const changes = shown.flatMap(([key, text]) => {
    const choices = [...TYPED, ...Object.keys(fields[key]?.options ?? {})];
    return choices.filter((choice) => choice !== text).map((choice) => [key, choice] as const);
  });
  const change = changes
    .map(([key, typed]) => ({ ...Object.fromEntries(shown), [key]: typed, version, reason: REASON }))
    .find((form) => {
      const { data } = input.safeParse(form);
      return data && (approval?.needs(before, data.values) ?? true);
    });
  if (!change) throw new Error(`Give a sample of ${name} in the testing/samples.ts of its module.`);
  return change;
}
