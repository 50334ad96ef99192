import type { TypedDocument } from "./format-types.ts";
import { formatTypes } from "./format-types.ts";

/** Builds each file that is written from the OpenAPI document, by its path. */
export function buildGeneratedFiles(document: TypedDocument): Record<string, string> {
  return { "clients/typescript/src/types.ts": formatTypes(document) };
}
