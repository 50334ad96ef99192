import { PortalError } from "#lib/core/error";
import { readLimitedBody } from "#lib/core/network/read-limited-body";

/**
 * Reads a form sent to a route; undefined as soon as its body is longer than `most` bytes,
 * whatever its headers claim.
 * @throws invalid for a malformed form
 */
export async function readUpload(request: Request, most: number): Promise<FormData | undefined> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/.test(type)) throw invalidFormError();
  const body = await readLimitedBody(request.body, most);
  if (!body) return undefined;
  try {
    return await new Response(body, { headers: { "Content-Type": type } }).formData();
  } catch (cause) {
    throw invalidFormError(cause);
  }
}

function invalidFormError(cause?: unknown): PortalError {
  return new PortalError("invalid", "Send this as a form.", { cause });
}
