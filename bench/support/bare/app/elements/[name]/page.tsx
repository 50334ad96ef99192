import { createElement, type ReactNode } from "react";
import { readGiven } from "../../read-given.ts";

export const dynamic = "force-dynamic";

/** The same elements as in the HTML that was given, made for each answer as a page makes them: the framework's own cost of so many. */
export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  const tree = trees.get(name) ?? treeOf(readGiven(name));
  trees.set(name, tree);
  return <div>{tree.map(render)}</div>;
}

type Tree = string | { tag: string; attributes: Record<string, unknown>; children: Tree[] };

const trees = new Map<string, Tree[]>();

function render(tree: Tree, key: number): ReactNode {
  if (typeof tree === "string") return tree;
  return createElement(tree.tag, { key, ...tree.attributes }, ...tree.children.map(render));
}

/** An opening tag, a closing one, a comment, or text. */
const PART =
  /<svg\b(?<drawing>[^>]*)>(?<lines>.*?)<\/svg>|<(?<tag>[a-z][a-z0-9]*)(?<attributes>(?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>|<\/(?<end>[a-z][a-z0-9]*)>|<!--.*?-->|(?<text>[^<]+)/gs;
const EMPTY = /^(area|br|col|hr|img|input|link|meta|source|wbr)$/;

/** Of HTML as the framework writes it: well-formed, and with all of its values in double quotes. */
function treeOf(html: string): Tree[] {
  const top: Tree[] = [];
  const open = [top];
  for (const { groups = {} } of html.matchAll(PART)) {
    const { drawing, lines, tag, attributes, end, text } = groups;
    if (drawing !== undefined) {
      const svgAttributes = { ...attributesOf(drawing), dangerouslySetInnerHTML: { __html: lines } };
      open.at(-1)?.push({ tag: "svg", attributes: svgAttributes, children: [] });
    } else if (tag) {
      const children: Tree[] = [];
      open.at(-1)?.push({ tag, attributes: attributesOf(attributes ?? ""), children });
      if (!EMPTY.test(tag)) open.push(children);
    } else if (end) open.pop();
    else if (text) open.at(-1)?.push(unescaped(text));
  }
  return top;
}

function attributesOf(text: string): Record<string, unknown> {
  return Object.fromEntries(
    [...text.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)]
      .filter(([, name = ""]) => !/^(on|style$|checked|selected|disabled)/.test(name))
      .map(([, name = "", value = ""]) => [name === "class" ? "className" : name, unescaped(value)]),
  );
}

const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => SIGNS[name] ?? "");

const SIGNS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
