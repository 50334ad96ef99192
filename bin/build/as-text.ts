import { stripTypeScriptTypes } from "node:module";
import tailwind from "@tailwindcss/postcss";
import postcss from "postcss";

interface Loader {
  resourcePath: string;
  addDependency(file: string): void;
  addContextDependency(dir: string): void;
}

/** Loads a module that is imported with `?text` as text that a page carries: a style sheet or a script. */
export default async function asText(this: Loader, source: string): Promise<string> {
  const text = this.resourcePath.endsWith(".css")
    ? await minifyStyleSheet(this, source)
    : compileScript(source);
  return `export default ${JSON.stringify(text)};`;
}

async function minifyStyleSheet(loader: Loader, source: string): Promise<string> {
  const { css, messages } = await postcss([tailwind({ optimize: { minify: true } })]).process(source, {
    from: loader.resourcePath,
  });
  for (const { type, file, dir } of messages) {
    if (type === "dependency") loader.addDependency(file);
    if (type === "dir-dependency") loader.addContextDependency(dir);
  }
  return css;
}

function compileScript(source: string): string {
  return stripTypeScriptTypes(source)
    .replace(/^ *(\/?\*|\/\/).*$/gm, "")
    .replace(/ *\n\s*/g, "\n");
}
