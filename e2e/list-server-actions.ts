import { readFileSync } from "node:fs";

/** A server action of the build, and the pages from which it can be called ("app/admin/find/page"). */
export interface ServerAction {
  id: string;
  name: string;
  /** "app/(reseller)/buy/actions.ts" */
  file: string;
  pages: string[];
}

/** Lists all server actions that the build has. */
export function listServerActions(): ServerAction[] {
  const manifest = readFileSync(".next/server/server-reference-manifest.json", "utf8");
  const { node } = JSON.parse(manifest) as {
    node: Record<string, { workers: Record<string, unknown>; exportedName: string; filename: string }>;
  };
  return Object.entries(node).map(([id, { workers, exportedName, filename }]) => ({
    ...{ id, name: exportedName, file: filename },
    pages: Object.keys(workers),
  }));
}
