import { stripTypeScriptTypes } from "node:module";
import tailwind from "@tailwindcss/postcss";
import postcss from "postcss";

interface Loader {
  resourcePath: string;
  addDependency(file: string): void;
  addContextDependency(dir: string): void;
}

/** A loader of the bundler: what is imported with `?text` is the text that a page carries, a style sheet or a module. */
export default async function asText(this: Loader, source: string): Promise<string> {
  const text = this.resourcePath.endsWith(".css") ? await styleSheet(this, source) : script(source);
  return `export default ${JSON.stringify(text)};`;
}

async function styleSheet(loader: Loader, source: string): Promise<string> {
  const { css, messages } = await postcss([tailwind({ optimize: { minify: true } })]).process(source, {
    from: loader.resourcePath,
  });
  for (const { type, file, dir } of messages) {
    if (type === "dependency") loader.addDependency(file);
    if (type === "dir-dependency") loader.addContextDependency(dir);
  }
  return css;
}

/** Without its types, its comments and its indentation. */
function script(source: string): string {
  return stripTypeScriptTypes(source)
    .replace(/^ *(\/?\*|\/\/).*$/gm, "")
    .replace(/ *\n\s*/g, "\n");
}
