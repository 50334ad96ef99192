import { buildPostmanCollection } from "#lib/api/postman";
import { formatTypes, type TypedDocument } from "./format-types.ts";

type GeneratedDocument = TypedDocument & Parameters<typeof buildPostmanCollection>[0];

/** Builds each file that is written from the OpenAPI document, by its path. */
export function buildGeneratedFiles(document: GeneratedDocument): Record<string, string> {
  return {
    "clients/typescript/src/types.ts": formatTypes(document),
    "clients/postman-collection.json": `${JSON.stringify(buildPostmanCollection(document), null, 2)}\n`,
  };
}
