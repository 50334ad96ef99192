import { Refusal } from "./refusal.ts";

const MOST_BYTES = 64 * 1024;

/**
 * A request's body as JSON; nothing at all reads as null.
 * @throws Refusal 413 over 64 KiB, 415 when it says that it is something else, 400 when it is no JSON.
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return null;
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type && !/^(application|text)\/([a-z0-9.+-]+\+)?json$/.test(type))
    throw new Refusal(415, "The body must be JSON: send Content-Type: application/json.");
  if (request.headers.has("content-encoding"))
    throw new Refusal(415, "The body must not be compressed: send it without Content-Encoding.");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, "The body is not valid JSON.");
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const tooLarge = new Refusal(413, "The body is too large: 64 KiB at most.");
  if (Number(request.headers.get("content-length") ?? 0) > MOST_BYTES) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > MOST_BYTES) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(400, "The body did not arrive whole.");
  }
  return Buffer.concat(chunks);
}
