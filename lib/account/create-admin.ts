import { z } from "zod";
import { inTransaction } from "#db/client";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { insertAccount, newCredentials } from "./create-account.ts";
import { Email, Name, Password } from "./fields.ts";

export const CreateAdminInput = z.object({ email: Email, name: Name, password: Password.optional() });
export type CreateAdminInput = z.infer<typeof CreateAdminInput>;

export interface NewAdminView {
  id: number;
  email: string;
  name: string;
  /** The generated password, shown this once; absent when one was given. */
  password?: string;
}

/** Adds someone who runs the portal. @throws invalid at `password`, conflict at `email`. */
export async function createAdmin(ctx: Ctx, input: CreateAdminInput): Promise<NewAdminView> {
  requireAdmin(ctx);
  const { email, name, password } = CreateAdminInput.parse(input);
  const credentials = await newCredentials({ email, name, password });
  return inTransaction(ctx, async (tx) => {
    const id = await insertAccount(tx, "admin", { email, name }, credentials);
    await record(tx, { action: "admin.created", subject: "account", subjectId: id, after: { email, name } });
    return { id, email, name, ...(credentials.generated && { password: credentials.generated }) };
  });
}
