import { eq, inArray, sql } from "drizzle-orm";
import { buildFiles } from "#db/schema/maintenance";
import type { Ctx } from "#lib/core/context";

/**
 * Keeps the files of this process's build, for processes that run another: while an upgrade replaces one after
 * the other, a page of one asks any of them for its script.
 * @param readFile the file at a path below `/_next/static/`, compressed by brotli.
 */
export async function keepBuildFiles(
  { db }: Ctx,
  paths: readonly string[],
  readFile: (path: string) => Promise<Buffer>,
): Promise<void> {
  const stored = await db
    .update(buildFiles)
    .set({ seenAt: sql`now()` })
    .where(inArray(buildFiles.path, [...paths]))
    .returning({ path: buildFiles.path });
  const missing = new Set(paths).difference(new Set(stored.map(({ path }) => path)));
  for (const path of missing)
    await db
      .insert(buildFiles)
      .values({ path, body: await readFile(path) })
      .onConflictDoNothing();
}

/** Finds a file of another build, compressed by brotli. */
export async function findBuildFile({ db }: Ctx, path: string): Promise<Buffer | undefined> {
  const [file] = await db.select({ body: buildFiles.body }).from(buildFiles).where(eq(buildFiles.path, path));
  return file && Buffer.from(file.body);
}
