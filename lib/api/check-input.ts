import type { z } from "zod";
import { type FieldErrors, PortalError } from "#lib/core/error";
import { TEXTS } from "./texts.ts";

/** Checks what a caller sent. @throws invalid with the messages at each field (section 7.1). */
export function checkInput<S extends z.ZodType>(schema: S, raw: unknown): z.infer<S> {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  throw new PortalError("invalid", TEXTS.invalid, { fields: fieldsOf(result.error) });
}

/** The first message of each field. */
export function fieldsOf(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const { path, message } of error.issues) fields[String(path[0] ?? "body")] ??= [message];
  return fields;
}

/** A query as an object: the last of repeated names counts, empty ones are not given. */
export function queryOf(url: URL): Record<string, string> {
  return Object.fromEntries([...url.searchParams].filter(([, value]) => value.trim() !== ""));
}
