import { z } from "zod";

/** Reads form fields as text; service functions validate them. */
export function textFields<N extends string>(...names: N[]) {
  const shape = Object.fromEntries(names.map((name) => [name, z.string().max(4000).default("")]));
  return z.object(shape as Record<N, z.ZodDefault<z.ZodString>>);
}
