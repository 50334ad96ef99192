/**
 * A file that was made for whoever asks, kept by nobody on the way.
 * @param name what it is saved as: letters, digits, dots and dashes.
 */
export function fileResponse(bytes: Uint8Array, type: string, name: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
