import { expect, test } from "vitest";
import { env } from "#lib/core/env";
import { formatGuide, formatLlmsIndex, readExample, renderGuide } from "./guide.ts";

test("names this portal's address and a plan of it, and links to nothing that it doesn't serve", () => {
  const guide = formatGuide({ plan: 4711, network: 3 });
  const base = env().NEXTAUTH_URL;
  expect(guide).toContain(`export PORTAL=${base} TOKEN=`);
  expect(guide).toContain("export PLAN=4711 NETWORK=3");
  expect(guide).not.toContain("portal.example");
  const links = [...guide.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
  const examples = links.filter((link) => link.startsWith(`${base}/examples/`));
  expect(links.filter((link) => !/^(https:|#)/.test(link) && !examples.includes(link))).toEqual([]);
  const named = [...guide.matchAll(/[`/](\w+\.(?:mjs|py|php|sh))\b/g)].map(([, name = ""]) => name);
  expect(named).toContain("buy.py");
  for (const name of named) {
    expect(examples, name).toContain(`${base}/examples/${name}`);
    expect(readExample(name), name).toBeDefined();
  }
  for (const [, path = ""] of formatLlmsIndex().matchAll(/\]\(([^)]+)\)/g))
    expect(["/guide.md", "/data-portal-client.tgz", "/api/openapi.json", "/api/postman.json"]).toContain(
      path.replace(base, ""),
    );
});

test("renders the guide with headings that its links and its table of contents find", () => {
  const { intro, html, parts } = renderGuide({ plan: 4711, network: 3 });
  expect(intro).toMatch(/^<h1 id="for-programmers">/);
  expect(html).toMatch(/^<h2 /);
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(parts).toContainEqual({ id: "testing", title: "Testing" });
  expect(parts).toContainEqual({ id: "limits", title: "Limits" });
  for (const id of [...targets, ...parts.map((part) => part.id)]) expect(html).toContain(`id="${id}"`);
  expect(html).toContain("<table>");
  // Code that scrolls sideways has to be within reach of the keyboard.
  expect(html).not.toContain("<pre>");
  expect(html).toContain("export PLAN=4711 NETWORK=3");
});
