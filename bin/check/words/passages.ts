import { parseSync } from "oxc-parser";
import type { Kind } from "./rules.ts";

/** A piece of a file that rules are applied to, as long as in the file: code within it is blanked out. */
export interface Passage {
  kind: Kind;
  text: string;
  /** Where it starts in the file. */
  start: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Properties and attributes whose string is shown, even if it is a single word. */
const TEXT_KEYS = new Set(
  (
    "label title message note placeholder description hint text empty heading summary body subject help " +
    "aria-label alt confirm button action caption says"
  ).split(" "),
);
/** A value of `action` or `subject` that is a code, such as `order.refused`. */
const CODE = /^[a-z]+([._][a-z]+)*$/;
const TEST_CALLS = new Set(["test", "it", "describe", "step"]);
const NAMED = new Set([
  "VariableDeclarator",
  "FunctionDeclaration",
  "TSDeclareFunction",
  "ClassDeclaration",
  "TSTypeAliasDeclaration",
  "TSInterfaceDeclaration",
]);

const isTest = (file: string) => /^(e2e|bench)\/|\.(test|prove)\.tsx?$|(^|\/)testing(\.ts$|\/)/.test(file);

/** Gets the texts, nouns, comments, test titles and declared names of a TypeScript file. */
export function readSourcePassages(file: string, source: string): Passage[] {
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const passages: Passage[] = [];
  const add = (kind: Kind, start: number, text: string) => {
    const indent = text.length - text.trimStart().length;
    if (text.trim() !== "") passages.push({ kind, text: text.trim(), start: start + indent });
  };
  for (const { start, end } of joinLineComments(comments, source))
    add("comment", start, blankCode(blankMarkers(source.slice(start, end))));

  const tests = isTest(file);
  const visit = (node: Node, key: string | null): void => {
    if (node.type === "ImportDeclaration" || node.type === "TSLiteralType") return;
    const text = readText(node, source);
    if (text !== null && key === "test") add("title", node.start, text);
    else if (
      text !== null &&
      !tests &&
      (node.type === "JSXText" || TEXT_KEYS.has(key ?? "") || /\s/.test(text.trim())) &&
      !(/^(action|subject)$/.test(key ?? "") && CODE.test(text.trim()))
    )
      add("text", node.start, text);
    for (const name of readNames(node)) add("name", name.start, String(name.name));
    for (const { start, noun } of tests ? [] : readNouns(node)) {
      add("text", start, noun);
      add("noun", start, noun);
    }
    for (const [child, childKey] of listChildren(node, key)) visit(child, childKey);
  };
  visit(program as unknown as Node, null);
  return passages;
}

/** Gets the paragraphs of a Markdown file, without code. */
export function readDocPassages(source: string): Passage[] {
  const text = source.replace(/^ {4}.*$|```[\s\S]*?```/gm, blank);
  return [...text.matchAll(/\S(?:.|\n(?!\s*\n))*/g)].map(({ 0: part, index }) => ({
    kind: "doc",
    text: blankCode(part).trimEnd(),
    start: index,
  }));
}

/** Gets the comments of a file in SQL, and its strings of more than one word. */
export function readSqlPassages(source: string): Passage[] {
  const comments = [...source.matchAll(/(?:^[ \t]*--.*(?:\n|$))+/gm)].map(
    ({ 0: comment, index }): Passage => ({
      kind: "comment",
      text: blankCode(comment.replace(/^[ \t]*--/gm, blank)).trimEnd(),
      start: index,
    }),
  );
  const code = source.replace(/--.*$/gm, blank);
  const texts = [...code.matchAll(/'((?:[^']|'')*)'/g)].map(
    ({ 1: text = "", index }): Passage => ({ kind: "text", text: ` ${text} `, start: index }),
  );
  return [...comments, ...texts.filter(({ text }) => /\s/.test(text.trim()))];
}

/** Gets a function from an index of the source to its line. */
export function createLineIndex(source: string): (index: number) => number {
  const ends = [...source.matchAll(/\n/g)].map(({ index }) => index);
  return (index) => 1 + ends.filter((end) => end < index).length;
}

/** Gets the text of a string, a template or an element, without quotes and expressions. */
function readText({ type, start, end, value, quasis }: Node, source: string): string | null {
  const raw = source.slice(start, end);
  if (type === "JSXText") return raw;
  if (type === "Literal" && typeof value === "string") return ` ${raw.slice(1, -1)} `;
  if (type !== "TemplateLiteral") return null;
  return (quasis as (Node & { value: { raw: string } })[]).reduce((text, part) => {
    const { raw: words } = part.value;
    // The parser counts the backtick or bracket before a part to it.
    const from = part.start + (source.startsWith(words, part.start) ? 0 : 1) - start;
    return text + (text === "" ? " " : "…").repeat(from - text.length) + words;
  }, "");
}

/** Gets the identifiers that a node declares. Leaves out shorthands in patterns. */
function readNames(node: Node): Node[] {
  const declared = NAMED.has(node.type) ? [node.id as Node] : [];
  const parameters = /Function/.test(node.type) && Array.isArray(node.params) ? (node.params as Node[]) : [];
  return [...declared, ...parameters].filter((name) => name?.type === "Identifier");
}

/** Gets a node's shown nouns: headings of columns, names of checks in SQL, nouns of `notFoundError`. */
function readNouns(node: Node): { start: number; noun: string }[] {
  if (node.type === "CallExpression" && (node.callee as Node).name === "notFoundError")
    return (node.arguments as Node[]).flatMap(({ start, value }) =>
      typeof value === "string" ? [{ start: start + 1, noun: value }] : [],
    );
  if (node.type !== "Property") return [];
  const { key, value } = node as unknown as Record<"key" | "value", Node>;
  if (value.type === "TaggedTemplateExpression" && typeof key.value === "string")
    return [{ start: key.start + 1, noun: key.value }];
  if (value.type !== "ObjectExpression" || !/^(columns|cells)$/.test(readKey(node) ?? "")) return [];
  return (value.properties as Node[]).flatMap((column) => {
    const noun = column.type === "Property" && !column.computed && readKey(column);
    return noun ? [{ start: (column.key as Node).start, noun }] : [];
  });
}

/** Lists a node's children, each with the property, attribute or call that its strings belong to. */
function listChildren(node: Node, key: string | null): [Node, string | null][] {
  if (node.type === "TaggedTemplateExpression")
    return (node.quasi as { expressions: Node[] }).expressions.map((child) => [child, null]);
  const children = Object.entries(node).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((child): [string, Node][] =>
      child !== null && typeof child === "object" && "type" in child ? [[name, child as Node]] : [],
    ),
  );
  return children.flatMap(([name, child]): [Node, string | null][] => {
    if (node.type === "Property" || node.type === "JSXAttribute")
      return name === "value" ? [[child, readKey(node)]] : node.computed ? [[child, null]] : [];
    if (node.type === "CallExpression")
      return [
        [child, child === (node.arguments as Node[])[0] && isTestCall(node.callee as Node) ? "test" : null],
      ];
    if (node.type === "JSXElement" || node.type === "BlockStatement") return [[child, null]];
    return [[child, key]];
  });
}

function readKey(node: Node): string | null {
  const key = (node.type === "Property" ? node.key : node.name) as { name?: unknown; value?: unknown };
  return typeof key.name === "string" ? key.name : typeof key.value === "string" ? key.value : null;
}

const isTestCall = (callee: Node): boolean =>
  callee.type === "MemberExpression"
    ? isTestCall(callee.object as Node)
    : callee.type === "CallExpression"
      ? isTestCall(callee.callee as Node)
      : TEST_CALLS.has(String(callee.name));

/** Joins line comments that follow each other, so that a sentence over several lines is one passage. */
function joinLineComments(comments: { type: string; start: number; end: number }[], source: string) {
  const joined: { start: number; end: number }[] = [];
  for (const { type, start, end } of comments) {
    const last = joined.at(-1);
    if (type === "Line" && last && /^\n[ \t]*$/.test(source.slice(last.end, start))) last.end = end;
    else joined.push({ start, end });
  }
  return joined;
}

const blank = (text: string) => text.replace(/[^\n]/g, " ");
/** Blanks the marks of a comment, except the second star of a docstring. */
const blankMarkers = (comment: string) => comment.replace(/^\s*(\/\/|\*(?!\/))|^\/\*|\*\/$/gm, blank);
const blankCode = (text: string) =>
  text.replace(/`[^`]*`|https?:\/\/\S+|\]\([^)]*\)/g, (code) => code.replace(/\S/g, "…"));
