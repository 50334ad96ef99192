import type { OperationText } from "./operations.ts";

export const LANGUAGES = ["curl", "TypeScript", "Python", "PHP"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A whole program that does one operation and prints the JSON that came back. */
export function example(operation: OperationText, language: Language, base: string, token: string): string {
  const { method } = operation;
  const { path, body } = operation.example;
  return WRITERS[language]({ method, url: base + path, token, body });
}

interface Wish {
  method: string;
  url: string;
  token: string;
  body: Record<string, unknown> | undefined;
}

const WRITERS: Record<Language, (wish: Wish) => string> = {
  curl,
  TypeScript: typescript,
  Python: python,
  PHP: php,
};

function curl({ url, token, body }: Wish): string {
  const lines = [`curl -s '${url}'`, `-H 'Authorization: Bearer ${token}'`];
  if (body) lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`);
  return lines.join(" \\\n  ");
}

function typescript({ method, url, token, body }: Wish): string {
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

function python({ url, token, body }: Wish): string {
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
    "except urllib.error.HTTPError as refused:",
    "    answer = refused",
    "print(json.dumps(json.load(answer)))",
  ].join("\n");
}

function php({ method, url, token, body }: Wish): string {
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
