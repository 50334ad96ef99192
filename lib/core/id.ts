import { z } from "zod";

/** A row's id, from a form, an address or code. */
export const Id = z.coerce.number<string | number>().int().positive();
