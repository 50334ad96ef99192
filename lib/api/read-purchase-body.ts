import { readLimitedBody } from "#lib/core/network/read-limited-body";
import { isObject } from "#lib/core/text/foreign-text";
import type { ApiRequest } from "./request-headers.ts";
import { PurchaseBody } from "./requests.ts";
import { HttpError } from "./response.ts";

const MAX_BODY_BYTES = 64 * 1024;

export const BODY_FIELDS = Object.keys(PurchaseBody.shape);

/** A request's body, and a hint for the client's programmer about its type. */
export interface ReceivedBody {
  body: unknown;
  warning?: string;
}

/**
 * Reads a request's body; null when empty. JSON counts whatever its type says, which is a form's by default in
 * curl, and so do the fields of a form, which PHP sends: the token is in a header, so no page can send such a
 * request for its reader.
 * @throws HttpError 413 over 64 KiB, 415 when it is neither, 400 when it is invalid JSON.
 */
export async function readPurchaseBody(request: ApiRequest): Promise<ReceivedBody> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return { body: null };
  if (request.headers.get("content-encoding") !== null)
    throw new HttpError(415, "The body must not be compressed: send it without Content-Encoding.");
  const type = request.headers.get("content-type") ?? "";
  const name = type.split(";")[0]?.trim().toLowerCase() ?? "";
  const json = readJson(bytes);
  if (name === "" || /^(application|text)\/([a-z0-9.+-]+\+)?json$/.test(name)) {
    if (json === undefined) throw new HttpError(400, "The body is not valid JSON.");
    return { body: json };
  }
  if (isObject(json)) return { body: json, warning: "the body is JSON: send Content-Type: application/json" };
  const form = await readForm(bytes, name, type);
  if (form && BODY_FIELDS.every((field) => field in form))
    return { body: form, warning: "the body is a form: send JSON with Content-Type: application/json" };
  throw new HttpError(
    415,
    `The body must be JSON or a form with ${BODY_FIELDS.join(", ")}. Nothing was charged. Send Content-Type: application/json.`,
  );
}

/** Undefined for invalid JSON. */
function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Reads the fields of a form; one that is there twice is null, so that neither value is bought. */
async function readForm(bytes: Uint8Array<ArrayBuffer>, name: string, type: string) {
  if (name !== "application/x-www-form-urlencoded" && name !== "multipart/form-data") return undefined;
  const form = await new Response(bytes, { headers: { "content-type": type } })
    .formData()
    .catch(() => undefined);
  return (
    form &&
    Object.fromEntries(
      [...new Set(form.keys())].map((key) => {
        const values = form.getAll(key);
        return [key, values.length === 1 && typeof values[0] === "string" ? values[0] : null];
      }),
    )
  );
}

async function readBytes(request: ApiRequest): Promise<Uint8Array<ArrayBuffer>> {
  const isTooLarge = Number(request.headers.get("content-length")) > MAX_BODY_BYTES;
  const bytes = isTooLarge
    ? undefined
    : await readLimitedBody(request.body, MAX_BODY_BYTES).catch(() => {
        throw new HttpError(400, "The body did not arrive whole.");
      });
  if (!bytes) throw new HttpError(413, "The body is too large: 64 KiB at most.");
  return bytes;
}
