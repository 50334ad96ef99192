import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Marked, Renderer } from "marked";
import { env } from "#lib/core/env";
import type { ExamplePlan } from "./operations.ts";

/** The file name, and the address, of the TypeScript client as a package. */
export const CLIENT_PACKAGE = "data-portal-client.tgz";

const getBase = () => env().NEXTAUTH_URL.replace(/\/$/, "");

/** Formats the guide for programmers as Markdown, with this portal's address and one of its plans. */
export function formatGuide({ plan, network }: ExamplePlan): string {
  const page = readServedFile("docs/programmers.md");
  return page
    .replaceAll("https://portal.example", getBase())
    .replace("export PLAN=1 NETWORK=1", `export PLAN=${plan} NETWORK=${network}`)
    .replaceAll("](../examples/", `](${getBase()}/examples/`);
}

const readServedFile = (path: string) =>
  readFileSync(join(/* turbopackIgnore: true */ process.cwd(), path), "utf8");

/** Reads an example program by its file's name; undefined for one that doesn't exist. */
export const readExample = (name: string): string | undefined =>
  /^(balance|plans|buy|webhook)\.(mjs|py|php|sh)$/.test(name)
    ? readServedFile(`examples/${name}`)
    : undefined;

/** The guide as HTML: its title and introduction, the rest, and its parts for a table of contents. */
export interface RenderedGuide {
  intro: string;
  html: string;
  parts: { id: string; title: string }[];
}

/** Renders the guide as HTML. Links to its own headings lead there. */
export function renderGuide(example: ExamplePlan): RenderedGuide {
  const parts: RenderedGuide["parts"] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
        if (depth === 2) parts.push({ id, title: text.replaceAll("`", "") });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code(token) {
        return Renderer.prototype.code.call(this, token).replace("<pre>", '<pre tabindex="0">');
      },
      table(token) {
        return `<div tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
      },
    },
  });
  const page = marked.parse(formatGuide(example), { async: false });
  const begin = page.indexOf("<h2");
  return { intro: page.slice(0, begin), html: page.slice(begin), parts };
}

/** Formats the index of what a program, or a model that writes one, has to read (llmstxt.org). */
export function formatLlmsIndex(): string {
  const base = getBase();
  return `# ${env().PORTAL_NAME} API

> Lists data plans, buys them for mobile numbers, and reports the result of each purchase. Read the guide first: it says when a
> call may be repeated.

## Docs

- [Guide](${base}/guide.md): first calls, references, statuses, errors, limits, webhooks and test numbers
- [TypeScript client](${base}/${CLIENT_PACKAGE}): a package for npm, without dependencies; it repeats calls safely
- [OpenAPI document](${base}/api/openapi.json): every operation, shape and error
- [Postman collection](${base}/api/postman.json): also for Bruno and Insomnia
`;
}
