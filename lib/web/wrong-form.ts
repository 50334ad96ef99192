import { checkOrigin } from "./origin.ts";

/** The answer to a call of an action that cannot come from one of our pages. */
export interface WrongForm {
  status: number;
  message: string;
}

/** The framework itself refuses longer forms (413). */
const MOST_BYTES = 1024 * 1024;
const NOT_OURS = { status: 403, message: "This did not come from a page of the portal." };
const NO_FORM = { status: 400, message: "This is no form of the portal." };

/**
 * Checks a call of an action before the framework reads it, which would answer what it cannot read with 500.
 * Undefined when it may go on: actions check their fields themselves.
 */
export async function wrongForm(request: Request): Promise<WrongForm | undefined> {
  if (request.method !== "POST" || Number(request.headers.get("content-length")) > MOST_BYTES)
    return undefined;
  const called = request.headers.has("next-action");
  const type = request.headers.get("content-type") ?? "";
  if (!called && !type.startsWith("multipart/form-data")) return undefined;
  const form = await wholeForm(request, type);
  if (!form) return NO_FORM;
  const names = [...form.keys()].filter((name) => name.startsWith("$ACTION_"));
  if (!called && names.length === 0) return undefined;
  if (!isOurs(request.headers)) return NOT_OURS;
  // The framework reads the first of two fields with one name.
  const fields = new Map([...form].reverse());
  return (called ? isCall(form) : isPlainForm(fields, names)) ? undefined : NO_FORM;
}

/** Whether a page of this portal sent it; the framework compares the host as well. */
function isOurs(headers: Headers): boolean {
  try {
    checkOrigin(headers);
    const host = headers.get("x-forwarded-host")?.split(",")[0]?.trim() ?? headers.get("host");
    return new URL(headers.get("origin") ?? "").host === host;
  } catch {
    return false;
  }
}

/** The multipart form; undefined if bytes follow its end, which another parser might read. */
async function wholeForm(request: Request, type: string): Promise<FormData | undefined> {
  const body = Buffer.from(await request.arrayBuffer());
  const [, boundary = ""] = /boundary="?([^";]+)/.exec(type) ?? [];
  const end = `--${boundary}--`;
  if (body.length - body.indexOf(end) > end.length + 2) return undefined;
  return new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => undefined);
}

/** No action binds more; the framework fails at too many. */
const MAX_ARGS = 10;

/** Whether it was sent by script: the action's last answer and the form, each part once. */
function isCall(form: FormData): boolean {
  const parts = [...form.keys()].filter((name) => /^\d+$/.test(name));
  if (new Set(parts).size < parts.length) return false;
  const args = readable(form.get("0"));
  return Array.isArray(args) && args.length <= MAX_ARGS && /^\$K[0-9a-f]+$/.test(String(args.at(-1)));
}

/** Whether it was sent without script: every action it names is well-formed and has its last answer. */
function isPlainForm(form: ReadonlyMap<string, FormDataEntryValue>, names: string[]): boolean {
  return names.every((name) => {
    if (name.startsWith("$ACTION_ID_") || name === "$ACTION_KEY") return true;
    const [, ref, part] = /^\$ACTION_(?:REF_(\d+)|\d+:(\d+))$/.exec(name) ?? [];
    if (ref === undefined)
      return part === "0" || (part !== undefined && readable(form.get(name)) !== undefined);
    const named = readable(form.get(`$ACTION_${ref}:0`), /^\$@1$/);
    if (typeof named !== "object" || named === null || !("id" in named)) return false;
    const bound = "bound" in named && named.bound !== null;
    return typeof named.id === "string" && (!bound || Array.isArray(readable(form.get(`$ACTION_${ref}:1`))));
  });
}

/** The values that our forms send in the framework's `$` notation: text, numbers, dates, the form itself. */
const WRITTEN = /^\$(\$|T|Y|Z|undefined$|NaN$|-?Infinity$|-0$|n-?\d{1,40}$|D\d{4}-|K[0-9a-f]+$)/;

/** No action state has more. */
const MAX_VALUES = 50_000;

/** A field parsed as JSON; undefined when it is not JSON, has too many values, or refers to parts that are not there. */
function readable(field: FormDataEntryValue | null | undefined, also = WRITTEN): unknown {
  if (typeof field !== "string") return undefined;
  let values = 0;
  try {
    return JSON.parse(field, (_key, value) => {
      values += 1;
      if (values > MAX_VALUES) throw new Error("has too many values");
      if (typeof value !== "string" || !value.startsWith("$") || WRITTEN.test(value) || also.test(value))
        return value;
      throw new Error("points elsewhere");
    });
  } catch {
    return undefined;
  }
}
