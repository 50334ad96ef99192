import { randomUUID } from "node:crypto";
import { z } from "zod";
import { PortalError } from "./error.ts";

/** The ref of a form that acts at each submission: the same ref is the same submission. */
export const FormRef = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/);

/** Creates the ref of a form when it is rendered. */
export const createFormRef = (): string => `web-${randomUUID()}`;

/**
 * Compares what the form of a ref did before with what it asks for now, field by field.
 * @throws ref_reused with `message` when something differs
 */
export function requireSameContent<Content extends object>(
  earlier: Content,
  wanted: Partial<NoInfer<Content>>,
  message: string,
): void {
  const names = Object.keys(wanted) as (keyof Content)[];
  if (names.some((name) => earlier[name] !== wanted[name])) throw new PortalError("ref_reused", message);
}
