import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { customers } from "#db/schema/customer";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { type Ctx, requireReseller } from "#lib/core/context";
import { getViolatedConstraint } from "#lib/core/database-error";
import { invalidError, notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { describeInvalidNumber, parsePhone } from "#lib/core/text/phone";

export const MAX_CUSTOMERS = 20_000;

const textField = (most: number) =>
  z.string().trim().max(most, `Use at most ${most} characters.`).default("");

export const SaveCustomerInput = z.object({
  phone: z.string().max(40, "This phone number is too long."),
  name: textField(60),
  /** The id of their usual plan, or empty. */
  plan: z
    .string()
    .regex(/^\d{0,9}$/, "Choose a plan.")
    .default(""),
  note: textField(200),
});
export type SaveCustomerInput = z.input<typeof SaveCustomerInput>;

export const ChangeCustomerInput = SaveCustomerInput.extend({ id: Id });
export type ChangeCustomerInput = z.input<typeof ChangeCustomerInput>;

/**
 * Saves a customer of the acting reseller; a saved number stays unchanged.
 * @returns its id, and whether it is new. @throws invalid at `phone`, `plan`; conflict with too many.
 */
export function saveCustomer(ctx: Ctx, input: SaveCustomerInput): Promise<{ id: number; isNew: boolean }> {
  const { id: resellerId } = requireReseller(ctx, "customers");
  return inTransaction(ctx, async (tx) => {
    const values = await toCustomerValues(tx, SaveCustomerInput.parse(input));
    const isOwnCustomer = eq(customers.resellerId, resellerId);
    if ((await tx.db.$count(customers, isOwnCustomer)) >= MAX_CUSTOMERS) throw tooManyCustomersError();
    const [made] = await tx.db
      .insert(customers)
      .values({ resellerId, ...values })
      .onConflictDoNothing({ target: [customers.resellerId, customers.phone] })
      .returning({ id: customers.id });
    if (made) return { id: made.id, isNew: true };
    const [before] = await tx.db
      .select({ id: customers.id })
      .from(customers)
      .where(and(isOwnCustomer, eq(customers.phone, values.phone)));
    if (!before) throw new PortalError("conflict", "This customer was removed meanwhile. Try again.");
    return { id: before.id, isNew: false };
  });
}

/**
 * Changes a customer of the acting reseller.
 * @throws not_found; invalid at `phone` for a saved number, and at `plan`.
 */
export async function changeCustomer(ctx: Ctx, input: ChangeCustomerInput): Promise<void> {
  const { id, ...details } = ChangeCustomerInput.parse(input);
  const isOwnCustomer = ownCustomerCondition(ctx, id);
  try {
    const changed = await ctx.db
      .update(customers)
      .set(await toCustomerValues(ctx, details))
      .where(isOwnCustomer)
      .returning({ id: customers.id });
    if (changed.length === 0) throw notFoundError("customer");
  } catch (error) {
    if (getViolatedConstraint(error) === "customers_phone") throw customerExistsError();
    throw error;
  }
}

export const RemoveCustomerInput = z.object({ id: Id });

/** Removes a customer of the acting reseller, if it still exists. Keeps purchases for them. */
export async function removeCustomer(ctx: Ctx, input: z.input<typeof RemoveCustomerInput>): Promise<void> {
  await ctx.db.delete(customers).where(ownCustomerCondition(ctx, RemoveCustomerInput.parse(input).id));
}

export const customerExistsError = () => invalidError("phone", "You saved this number already.");

export const tooManyCustomersError = () =>
  new PortalError("conflict", "You have the maximum number of customers. Remove some you no longer need.");

const ownCustomerCondition = (ctx: Ctx, id: number) =>
  sql`${customers.id} = ${id} and ${customers.resellerId} = ${requireReseller(ctx, "customers").id}`;

/** Converts details to columns. A plan that isn't sold now is allowed; an unknown one isn't. */
async function toCustomerValues(
  ctx: Ctx,
  { phone: text, name, note, plan }: z.output<typeof SaveCustomerInput>,
) {
  const phone = parsePhone(text);
  if (!phone) throw invalidError("phone", describeInvalidNumber(text));
  const planId = plan === "" ? null : Number(plan);
  if (planId !== null && !(await getCatalogue(ctx)).plans.has(planId))
    throw invalidError("plan", "Choose a plan.");
  return { phone, name, note, planId };
}
