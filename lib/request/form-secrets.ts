import { CONFIRM_CODE_FIELD, CONFIRM_FIELD } from "#lib/audit/require-confirmation";
import type { Ctx } from "#lib/core/context";
import type { FieldErrors } from "#lib/core/error";
import { seal, unseal } from "#lib/core/seal";
import { isShownField } from "./typed-values.ts";

/** The hidden field in which a form returns its sealed secrets. */
export const FORM_SECRETS_FIELD = "keptSecrets";
/** The same lifetime as a confirmation's. */
const LIFETIME_MS = 10 * 60_000;
/** Fields that must be typed again: the confirmation, and numbers that the portal must not store. */
const EXCLUDED_FIELD_PATTERN = /^confirm|code$|identitynumber/i;

/** Secrets typed into a form, sealed in the browser for its next submission. */
export interface FormSecrets {
  sealed: string;
  names: string[];
}

interface SealedFields {
  session: number;
  until: number;
  fields: Record<string, string>;
}

/**
 * Seals the secrets of a form that lacks only the password or a code, for this session and ten minutes.
 * Returns undefined without secrets.
 */
export function sealFormSecrets(
  ctx: Ctx,
  form: FormData,
  wrong: FieldErrors,
  now = Date.now(),
): FormSecrets | undefined {
  const session = getSessionId(ctx);
  const fieldNames = Object.keys(wrong);
  const confirms =
    fieldNames.length > 0 &&
    fieldNames.every((name) => name === CONFIRM_FIELD || name === CONFIRM_CODE_FIELD);
  if (!session || !confirms) return undefined;
  const typed = [...form].filter(
    (field): field is [string, string] =>
      typeof field[1] === "string" &&
      field[1] !== "" &&
      field[0] !== FORM_SECRETS_FIELD &&
      !isShownField(field[0]) &&
      !EXCLUDED_FIELD_PATTERN.test(field[0]),
  );
  if (typed.length === 0) return undefined;
  const content: SealedFields = { session, until: now + LIFETIME_MS, fields: Object.fromEntries(typed) };
  return { sealed: seal(JSON.stringify(content), "form secrets"), names: Object.keys(content.fields) };
}

/**
 * Restores sealed secrets into empty fields.
 * Drops those that expired, belong to another session or have a foreign seal.
 */
export function restoreFormSecrets(ctx: Ctx, form: FormData): void {
  const sealed = form.get(FORM_SECRETS_FIELD);
  form.delete(FORM_SECRETS_FIELD);
  if (typeof sealed !== "string" || sealed === "") return;
  const content = readSealedFields(sealed);
  if (!content || content.session !== getSessionId(ctx) || content.until < Date.now()) return;
  for (const [name, value] of Object.entries(content.fields)) if (!form.get(name)) form.set(name, value);
}

function readSealedFields(sealed: string): SealedFields | undefined {
  try {
    return JSON.parse(unseal(sealed, "form secrets")) as SealedFields;
  } catch {
    return undefined;
  }
}

const getSessionId = ({ actor }: Ctx) => ("sessionId" in actor ? actor.sessionId : undefined);
