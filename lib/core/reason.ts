import { z } from "zod";

/** Why somebody changed something: asked for by every form of the desk, kept in the audit record. */
export const Reason = z
  .string()
  .trim()
  .min(3, "Say why, in a few words.")
  .max(500, "At most 500 characters.");
