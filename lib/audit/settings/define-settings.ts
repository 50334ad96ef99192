import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import type { DefinedSettings, Fields, SavedInput, Settings, Values } from "#lib/core/settings/settings";
import { Reason } from "#lib/core/text/reason";

/**
 * Declares settings, for `settings` of their module: their permission, password, approval, audit record and
 * form follow. `readSettings` reads them, `saveSettings` is the one that changes them.
 */
export function defineSettings<F extends Fields>(settings: Settings<F>): DefinedSettings<F> {
  const { name, redirects, harmless, permission, approval, audit } = settings;
  const saver = `save_${name}_settings`.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const defined: DefinedSettings<F> = {
    ...settings,
    saver,
    input: createInput(settings),
    action: {
      redirects,
      permission,
      audit: [...Object.keys(audit.codes), ...(approval ? ["approval_request.made"] : [])],
      ...(harmless !== undefined && { harmless }),
      ...(approval && { approval: true }),
      input: "input",
      load: async () => {
        const { saveSettings } = await import("./save-settings.ts");
        const save = (ctx: Ctx, input: object) => saveSettings(ctx, defined, input);
        return { [saver]: save, input: defined.input };
      },
    },
  };
  return defined;
}

function createInput<F extends Fields>({ fields, check }: Settings<F>): z.ZodType<SavedInput<F>> {
  const names = Object.keys(fields);
  const texts = names.filter((name) => fields[name]?.kind === "texts");
  const schema = z
    .object({
      ...Object.fromEntries(Object.entries(fields).map(([name, { typed }]) => [name, typed])),
      version: z.coerce.number<string | number>().int(),
      reason: Reason,
    })
    .transform((input: Record<string, unknown>, context) => {
      const values = Object.fromEntries(names.map((name) => [name, input[name]])) as Values<F>;
      const problem = check?.(values);
      if (problem) context.addIssue({ code: "custom", path: [problem.field], message: problem.message });
      return { values, version: input.version as number, reason: input.reason as string };
    });
  return z.preprocess((form) => texts.reduce(gatherTexts, form), schema);
}

/** Puts the fields of several texts, `checks-7`, under their name. */
function gatherTexts(form: unknown, name: string): unknown {
  const entries = Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(form));
  const fields = entries.filter(([key]) => key.startsWith(`${name}-`));
  const texts = fields.map(([key, text]) => [key.slice(name.length + 1), text]);
  return { [name]: Object.fromEntries(texts), ...Object.fromEntries(entries) };
}
