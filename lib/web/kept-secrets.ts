import { CONFIRM_CODE_FIELD, CONFIRM_FIELD } from "#lib/account/password/confirm";
import type { Ctx } from "#lib/core/context";
import type { FieldErrors } from "#lib/core/error";
import { seal, unseal } from "#lib/core/sealed";
import { isShown } from "./form.ts";

/** The hidden field in which a form sends them back. */
export const KEPT_FIELD = "keptSecrets";
/** As long as a confirmation holds. */
const LASTS_MS = 10 * 60_000;
/** What is typed anew each time: the confirmation itself, and numbers that the portal must not keep anywhere. */
const NEVER = /^confirm|code$|identitynumber/i;

/** Secrets that were typed into a form, for its next send: the browser has them only sealed. */
export interface KeptSecrets {
  sealed: string;
  names: string[];
}

interface Sealed {
  session: number;
  until: number;
  fields: Record<string, string>;
}

/**
 * The secrets of a form that asks for the password or a code once more and is fine otherwise; for this session and ten minutes.
 * Undefined where there are none.
 */
export function keepSecrets(
  ctx: Ctx,
  form: FormData,
  wrong: FieldErrors,
  now = Date.now(),
): KeptSecrets | undefined {
  const session = sessionOf(ctx);
  const asked = Object.keys(wrong);
  const confirms =
    asked.length > 0 && asked.every((name) => name === CONFIRM_FIELD || name === CONFIRM_CODE_FIELD);
  if (!session || !confirms) return undefined;
  const typed = [...form].filter(
    (field): field is [string, string] =>
      typeof field[1] === "string" &&
      field[1] !== "" &&
      field[0] !== KEPT_FIELD &&
      !isShown(field[0]) &&
      !NEVER.test(field[0]),
  );
  if (typed.length === 0) return undefined;
  const kept: Sealed = { session, until: now + LASTS_MS, fields: Object.fromEntries(typed) };
  return { sealed: seal(JSON.stringify(kept), "form secrets"), names: Object.keys(kept.fields) };
}

/** Puts kept secrets into the fields that were left empty. What is too old, of another session or no seal of ours is dropped. */
export function restoreSecrets(ctx: Ctx, form: FormData, now = Date.now()): void {
  const sealed = form.get(KEPT_FIELD);
  form.delete(KEPT_FIELD);
  if (typeof sealed !== "string" || sealed === "") return;
  const kept = read(sealed);
  if (!kept || kept.session !== sessionOf(ctx) || kept.until < now) return;
  for (const [name, value] of Object.entries(kept.fields)) if (!form.get(name)) form.set(name, value);
}

function read(sealed: string): Sealed | undefined {
  try {
    return JSON.parse(unseal(sealed, "form secrets")) as Sealed;
  } catch {
    return undefined;
  }
}

const sessionOf = ({ actor }: Ctx) => ("sessionId" in actor ? actor.sessionId : undefined);
