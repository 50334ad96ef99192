import { enableCompileCache, type ResolveFnOutput, registerHooks } from "node:module";
import { ROOT } from "./root.ts";

enableCompileCache(`${ROOT}node_modules/.cache/compile`);

const resolvedModules = new Map<string, ResolveFnOutput>();

/**
 * At each import of a module, Node parses all exports in its package's package.json. Drizzle's has 180 kB,
 * and its 400 modules import each other: without this, that is half of a process's start.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "" } = context;
    if (/^\.\.?\/.+\.js$/.test(specifier) && parentURL.includes("/node_modules/drizzle-orm/"))
      return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
    if (!/^drizzle-orm(\/|$)/.test(specifier) || !context.conditions.includes("import"))
      return next(specifier, context);
    const resolved = resolvedModules.get(specifier) ?? next(specifier, context);
    resolvedModules.set(specifier, resolved);
    return { ...resolved, shortCircuit: true };
  },
});
