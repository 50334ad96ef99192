// `npm run generate`: writes the files that are made from the API's own description. A test
// says when one is outdated.
import "./quick-imports.ts";
import { writeFileSync } from "node:fs";
import { buildOpenApi } from "#lib/api/openapi/openapi";
import { buildGeneratedFiles } from "./generate/generated-files.ts";
import { ROOT } from "./root.ts";

// The document reads the configuration; none of these values gets into a file.
Object.assign(process.env, {
  DATABASE_URL: "postgres://localhost/portal",
  UPSTREAM_BASE_URL: "http://localhost",
  UPSTREAM_API_TOKEN: "none",
  NEXTAUTH_SECRET: "n".repeat(32),
  NEXTAUTH_URL: "http://localhost:3000",
});

for (const [file, text] of Object.entries(buildGeneratedFiles(buildOpenApi()))) {
  writeFileSync(ROOT + file, text);
  console.log(`Wrote ${file}.`);
}
