import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { buildOpenApi } from "#lib/api/openapi/openapi";
import { buildGeneratedFiles } from "./generated-files.ts";

test.for(Object.entries(buildGeneratedFiles(buildOpenApi())))(
  "%s is as the API's description makes it: else run npm run generate",
  ([file, text]) => {
    expect(readFileSync(ROOT + file, "utf8")).toBe(text);
  },
);
