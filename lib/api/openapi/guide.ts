import { readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "#lib/core/env";
import type { ExamplePlan } from "./operations.ts";

const getBase = () => env().NEXTAUTH_URL.replace(/\/$/, "");

/** Formats the guide for programmers as Markdown, with this portal's address and one of its plans. */
export function formatGuide({ plan, network }: ExamplePlan): string {
  const page = readFileSync(join(/* turbopackIgnore: true */ process.cwd(), "docs/programmers.md"), "utf8");
  return (
    page
      .replaceAll("https://portal.example", getBase())
      .replace("export PLAN=1 NETWORK=1", `export PLAN=${plan} NETWORK=${network}`)
      // Files that only the project's folder has; the programs that matter are in the page.
      .replaceAll(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, "$1")
  );
}

/** Formats the index of what a program, or a model that writes one, has to read (llmstxt.org). */
export function formatLlmsIndex(): string {
  const base = getBase();
  return `# ${env().PORTAL_NAME} API

> Lists data plans, buys them for mobile numbers, and reports the result of each purchase. Read the guide first: it says when a
> call may be repeated.

## Docs

- [Guide](${base}/guide.md): first calls, references, statuses, errors, limits, webhooks and test numbers
- [OpenAPI document](${base}/api/openapi.json): every operation, shape and error
- [Postman collection](${base}/api/postman.json): also for Bruno and Insomnia
`;
}
