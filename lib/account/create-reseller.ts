import { z } from "zod";
import { inTransaction } from "#db/client";
import { type Ctx, LEVELS, type Level, requireAdmin } from "#lib/core/context";
import { newCredentials } from "./create-account.ts";
import { Email, Name, Password } from "./fields.ts";
import { insertReseller } from "./insert-reseller.ts";

export const CreateResellerInput = z.object({
  email: Email,
  name: Name,
  level: z.enum(LEVELS, `The level is one of ${LEVELS.join(", ")}.`),
  password: Password.optional(),
});
export type CreateResellerInput = z.infer<typeof CreateResellerInput>;

export interface NewResellerView {
  id: number;
  email: string;
  name: string;
  level: Level;
  /** The generated password, shown this once; absent when one was given. */
  password?: string;
}

/** Adds a reseller with an empty wallet. @throws invalid at `password`, conflict at `email`. */
export async function createReseller(ctx: Ctx, input: CreateResellerInput): Promise<NewResellerView> {
  requireAdmin(ctx);
  const { email, name, level, password } = CreateResellerInput.parse(input);
  const credentials = await newCredentials({ email, name, password });
  return inTransaction(ctx, async (tx) => {
    const id = await insertReseller(tx, { email, name, level }, credentials);
    return { id, email, name, level, ...(credentials.generated && { password: credentials.generated }) };
  });
}
