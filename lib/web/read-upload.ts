import { PortalError } from "#lib/core/error";

/**
 * Reads a form sent to a route; undefined as soon as its body is longer than `most` bytes, whatever its headers claim.
 * @throws invalid for a malformed form
 */
export async function readUpload(request: Request, most: number): Promise<FormData | undefined> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/.test(type)) throw invalidFormError();
  const body = await readLimitedBody(request, most);
  if (!body) return undefined;
  try {
    return await new Response(body, { headers: { "Content-Type": type } }).formData();
  } catch (cause) {
    throw invalidFormError(cause);
  }
}

async function readLimitedBody(request: Request, most: number): Promise<Blob | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return new Blob(chunks);
}

function invalidFormError(cause?: unknown): PortalError {
  return new PortalError("invalid", "Send this as a form.", { cause });
}
