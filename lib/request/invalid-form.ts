import type { IncomingHttpHeaders } from "node:http";
import { checkOrigin } from "./origin.ts";

/** The response to a call of an action that can't come from a page of the portal. */
export interface InvalidForm {
  status: number;
  message: string;
}

/** The framework rejects longer forms (413). */
const MAX_FORM_BYTES = 1024 * 1024;
const WRONG_ORIGIN = { status: 403, message: "This request didn’t come from a page of the portal." };
const INVALID_FORM = { status: 400, message: "This form isn’t valid. Reload the page and try again." };

/**
 * Checks a call of an action before the framework, which responds to unreadable calls with 500. Returns
 * undefined for a valid call; actions check their fields themselves.
 */
export async function findInvalidForm(
  method: string | undefined,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<InvalidForm | undefined> {
  if (method !== "POST" || body.length > MAX_FORM_BYTES) return undefined;
  const called = headers["next-action"] !== undefined;
  const type = headers["content-type"] ?? "";
  if (!called && !type.startsWith("multipart/form-data")) return undefined;
  const form = await readMultipartForm(body, type);
  if (!form) return INVALID_FORM;
  const names = [...form.keys()].filter((name) => name.startsWith("$ACTION_"));
  if (!called && names.length === 0) return undefined;
  if (!isSameOrigin(new Headers(headers as Record<string, string>))) return WRONG_ORIGIN;
  // The framework reads the first of two fields with one name.
  const fields = new Map([...form].reverse());
  return (called ? isScriptedCall(form) : isPlainForm(fields, names)) ? undefined : INVALID_FORM;
}

/** Whether a page of this portal sent it; the framework compares the host too. */
function isSameOrigin(headers: Headers): boolean {
  try {
    checkOrigin(headers);
    const host = headers.get("x-forwarded-host")?.split(",")[0]?.trim() ?? headers.get("host");
    const origin = headers.get("origin");
    return origin === null || new URL(origin).host === host;
  } catch {
    return false;
  }
}

/** Reads the multipart form; undefined if bytes follow its end, which another parser might read. */
async function readMultipartForm(body: Buffer, type: string): Promise<FormData | undefined> {
  const [, boundary = ""] = /boundary="?([^";]+)/.exec(type) ?? [];
  const end = `--${boundary}--`;
  if (body.length - body.indexOf(end) > end.length + 2) return undefined;
  return new Response(body as Buffer<ArrayBuffer>, { headers: { "Content-Type": type } })
    .formData()
    .catch(() => undefined);
}

/** Maximum number of bound arguments; the framework fails with too many. */
const MAX_ARGS = 10;

/** Whether a script sent it: the action's last state and the form, each part once. */
function isScriptedCall(form: FormData): boolean {
  const parts = [...form.keys()].filter((name) => /^\d+$/.test(name));
  if (new Set(parts).size < parts.length) return false;
  const args = parseFormField(form.get("0"));
  return Array.isArray(args) && args.length <= MAX_ARGS && /^\$K[0-9a-f]+$/.test(String(args.at(-1)));
}

/** Whether it was sent without script: every named action is well-formed and has its last state. */
function isPlainForm(form: ReadonlyMap<string, FormDataEntryValue>, names: string[]): boolean {
  return names.every((name) => {
    if (name.startsWith("$ACTION_ID_") || name === "$ACTION_KEY") return true;
    const [, ref, part] = /^\$ACTION_(?:REF_(\d+)|\d+:(\d+))$/.exec(name) ?? [];
    if (ref === undefined)
      return part === "0" || (part !== undefined && parseFormField(form.get(name)) !== undefined);
    const named = parseFormField(form.get(`$ACTION_${ref}:0`), /^\$@1$/);
    if (typeof named !== "object" || named === null || !("id" in named)) return false;
    const bound = "bound" in named && named.bound !== null;
    return (
      typeof named.id === "string" && (!bound || Array.isArray(parseFormField(form.get(`$ACTION_${ref}:1`))))
    );
  });
}

/** Values that forms send in the framework's `$` notation: text, numbers, dates, the form. */
const VALUE_PATTERN = /^\$(\$|T|Y|Z|undefined$|NaN$|-?Infinity$|-0$|n-?\d{1,40}$|D\d{4}-|K[0-9a-f]+$)/;

/** Maximum number of values in an action's state. */
const MAX_VALUES = 50_000;

/** Parses a field as JSON; undefined when it isn't JSON, has too many values, or refers to missing parts. */
function parseFormField(field: FormDataEntryValue | null | undefined, also = VALUE_PATTERN): unknown {
  if (typeof field !== "string") return undefined;
  let values = 0;
  try {
    return JSON.parse(field, (_key, value) => {
      values += 1;
      if (values > MAX_VALUES) throw new Error("has too many values");
      if (
        typeof value !== "string" ||
        !value.startsWith("$") ||
        VALUE_PATTERN.test(value) ||
        also.test(value)
      )
        return value;
      throw new Error("points elsewhere");
    });
  } catch {
    return undefined;
  }
}
