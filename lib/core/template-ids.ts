import { z } from "zod";
import { MESSAGE_KINDS } from "#lib/core/message-kind";

const EXAMPLE = MESSAGE_KINDS.map((kind) => `${kind}=ID`).join(",");
const TEMPLATES_TEXT = `must name a template for each message: ${EXAMPLE}`;

/** Approved WhatsApp templates, `delivered=ID,failed=ID,…`, by the kind of message. */
export const templateIdsField = z
  .string()
  .transform((text) => Object.fromEntries(text.split(",").map((part) => part.trim().split("="))))
  .pipe(z.object(Object.fromEntries(MESSAGE_KINDS.map((kind) => [kind, z.string(TEMPLATES_TEXT).min(1)]))));
