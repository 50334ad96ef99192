/** Reads a body; undefined as soon as it is longer than `maxBytes`. Its headers are not trusted. */
export async function readLimitedBody(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
