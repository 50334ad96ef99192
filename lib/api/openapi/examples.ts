import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { OperationText } from "./operations.ts";

export const EXAMPLE_LANGUAGES = ["curl", "Node", "Python", "PHP"] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];

/** Formats a complete program that calls one operation and prints the JSON of its response. */
export function formatRequestExample(
  operation: OperationText,
  language: ExampleLanguage,
  base: string,
  token: string,
): string {
  const { method } = operation;
  const { path, body } = operation.example;
  return WRITERS[language]({ method, url: base + path, token, body });
}

interface ExampleRequest {
  method: string;
  url: string;
  token: string;
  body: Record<string, unknown> | undefined;
}

const WRITERS: Record<ExampleLanguage, (wish: ExampleRequest) => string> = {
  curl: formatCurl,
  Node: formatNode,
  Python: formatPython,
  PHP: formatPhp,
};

function formatCurl({ url, token, body }: ExampleRequest): string {
  const lines = [`curl -s '${url}'`, `-H 'Authorization: Bearer ${token}'`];
  if (body) lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`);
  return lines.join(" \\\n  ");
}

function formatNode({ method, url, token, body }: ExampleRequest): string {
  const sent = body && [
    `  method: "${method}",`,
    `  headers: { Authorization: "Bearer ${token}", "Content-Type": "application/json" },`,
    `  body: JSON.stringify(${JSON.stringify(body)}),`,
  ];
  const options = sent ?? [`  headers: { Authorization: "Bearer ${token}" },`];
  return [
    `const answer = await fetch("${url}", {`,
    ...options,
    "});",
    "console.log(JSON.stringify(await answer.json()));",
  ].join("\n");
}

function formatPython({ url, token, body }: ExampleRequest): string {
  const headers = { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) };
  const data = body ? `json.dumps(${JSON.stringify(body)}).encode()` : "None";
  return [
    "import json, urllib.error, urllib.request",
    "",
    "request = urllib.request.Request(",
    `    "${url}",`,
    `    headers=${JSON.stringify(headers)},`,
    `    data=${data},`,
    ")",
    "try:",
    "    answer = urllib.request.urlopen(request)",
    "except urllib.error.HTTPError as error:",
    "    answer = error",
    "print(json.dumps(json.load(answer)))",
  ].join("\n");
}

function formatPhp({ method, url, token, body }: ExampleRequest): string {
  const type = body ? `, "Content-Type: application/json"` : "";
  const pairs = Object.entries(body ?? {}).map(([name, value]) => `"${name}" => ${JSON.stringify(value)}`);
  return [
    "<?php",
    '$context = stream_context_create(["http" => [',
    `    "method" => "${method}",`,
    `    "header" => ["Authorization: Bearer ${token}"${type}],`,
    ...(body ? [`    "content" => json_encode([${pairs.join(", ")}]),`] : []),
    '    "ignore_errors" => true,',
    "]]);",
    `echo file_get_contents("${url}", false, $context);`,
  ].join("\n");
}

const ENDINGS: Record<ExampleLanguage, string> = { curl: "sh", Node: "mjs", Python: "py", PHP: "php" };

/** Reads an example of the folder `examples`, which the tests run, in every language. */
export function readExamples(name: "balance" | "plans" | "buy" | "webhook") {
  return EXAMPLE_LANGUAGES.map((language) => {
    const file = join(/* turbopackIgnore: true */ process.cwd(), "examples", `${name}.${ENDINGS[language]}`);
    return { language, code: readFileSync(file, "utf8").trimEnd() };
  });
}
