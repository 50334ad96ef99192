import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CLIENT_PACKAGE } from "#lib/api/openapi/guide";

/** Sends the TypeScript client as a package for npm, which each build makes. Open to everyone. */
export async function GET(): Promise<Response> {
  const file = await readFile(join(/* turbopackIgnore: true */ process.cwd(), ".next", CLIENT_PACKAGE)).catch(
    () => undefined,
  );
  if (!file) return new Response("Only a build has the package: run npm run build.\n", { status: 404 });
  return new Response(file, { headers: { "Content-Type": "application/gzip" } });
}
