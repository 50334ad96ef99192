import { z } from "zod";

/** A form's fields as the texts they are; the verb that gets them checks what they mean. */
export function texts<N extends string>(...names: N[]) {
  const shape = Object.fromEntries(names.map((name) => [name, z.string().max(4000).default("")]));
  return z.object(shape as Record<N, z.ZodDefault<z.ZodString>>);
}
