import { type ResolveFnOutput, registerHooks } from "node:module";

/**
 * Has each module found once. Node reads the list of a package's modules again for each import: two thirds of the time
 * in which a machine loads.
 */
export function rememberModules(): void {
  const modules = new Map<string, ResolveFnOutput>();
  const formats = new Map<string, string>();
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = "" } = context;
      const format = formats.get(parentURL);
      const isFile = specifier.startsWith(".");
      // Those of packages may be of another version than the portal's own.
      const key = `${parentURL.includes("/node_modules/") ? parentURL : ""} ${specifier}`;
      const isSibling = isFile && /\.[jt]s$/.test(specifier) && format?.startsWith("module");
      const module = isSibling
        ? { url: new URL(specifier, parentURL).href, format }
        : ((isFile ? undefined : modules.get(key)) ?? next(specifier, context));
      if (!isFile) modules.set(key, module);
      if (module.format) formats.set(module.url, module.format);
      return { ...module, shortCircuit: true };
    },
  });
}
