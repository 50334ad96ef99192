import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { customers } from "#db/schema/customer";
import { current } from "#lib/catalogue/current";
import { Id } from "#lib/core/amount";
import { type Ctx, requireReseller } from "#lib/core/context";
import { brokenConstraint, invalid, notFound, PortalError } from "#lib/core/error";
import { parsePhone } from "#lib/core/phone";
import { noNumber } from "#lib/purchase/place/recipient";

/** The most customers that a reseller saves. */
export const MOST_CUSTOMERS = 20_000;

const words = (most: number) => z.string().trim().max(most, `At most ${most} characters.`).default("");

export const SaveCustomerInput = z.object({
  /** As a person writes it. */
  phone: z.string().max(40, "That is too long for a number."),
  name: words(60),
  /** The id of the plan that they usually buy, or empty. */
  plan: z
    .string()
    .regex(/^\d{0,9}$/, "Choose a plan.")
    .default(""),
  note: words(200),
});
export type SaveCustomerInput = z.input<typeof SaveCustomerInput>;

export const ChangeCustomerInput = SaveCustomerInput.extend({ id: Id });
export type ChangeCustomerInput = z.input<typeof ChangeCustomerInput>;

/**
 * Saves a number of the acting reseller's. One that is saved already stays as it is.
 * @returns its id, and whether it is new. @throws invalid at `phone`, `plan`; conflict when there are too many.
 */
export function saveCustomer(ctx: Ctx, input: SaveCustomerInput): Promise<{ id: number; isNew: boolean }> {
  const { id: resellerId } = requireReseller(ctx);
  return inTransaction(ctx, async (tx) => {
    const values = await valuesOf(tx, SaveCustomerInput.parse(input));
    const own = eq(customers.resellerId, resellerId);
    if ((await tx.db.$count(customers, own)) >= MOST_CUSTOMERS) throw tooMany();
    const [made] = await tx.db
      .insert(customers)
      .values({ resellerId, ...values })
      .onConflictDoNothing({ target: [customers.resellerId, customers.phone] })
      .returning({ id: customers.id });
    if (made) return { id: made.id, isNew: true };
    const [before] = await tx.db
      .select({ id: customers.id })
      .from(customers)
      .where(and(own, eq(customers.phone, values.phone)));
    if (!before) throw new PortalError("conflict", "This number was removed at the same moment. Try again.");
    return { id: before.id, isNew: false };
  });
}

/** Writes a customer of the acting reseller's anew. @throws not_found; invalid at `phone` for one saved already, `plan`. */
export async function changeCustomer(ctx: Ctx, input: ChangeCustomerInput): Promise<void> {
  const { id, ...details } = ChangeCustomerInput.parse(input);
  const own = ownCustomer(ctx, id);
  try {
    const changed = await ctx.db
      .update(customers)
      .set(await valuesOf(ctx, details))
      .where(own)
      .returning({ id: customers.id });
    if (changed.length === 0) throw notFound("customer");
  } catch (error) {
    if (brokenConstraint(error) === "customers_phone") throw savedAlready();
    throw error;
  }
}

export const RemoveCustomerInput = z.object({ id: Id });

/** Removes a customer of the acting reseller's. What was bought for them stays. One that is gone already is no error. */
export async function removeCustomer(ctx: Ctx, input: z.input<typeof RemoveCustomerInput>): Promise<void> {
  await ctx.db.delete(customers).where(ownCustomer(ctx, RemoveCustomerInput.parse(input).id));
}

/** The refusal of a number that is saved already. */
export const savedAlready = () => invalid("phone", "You saved this number already.");

export const tooMany = () =>
  new PortalError("conflict", "There is no room for more customers. Remove some that you no longer need.");

const ownCustomer = (ctx: Ctx, id: number) =>
  sql`${customers.id} = ${id} and ${customers.resellerId} = ${requireReseller(ctx).id}`;

/** The columns that details become. A plan that is not sold now may stay; one that never was is refused. */
async function valuesOf(ctx: Ctx, { phone: text, name, note, plan }: z.output<typeof SaveCustomerInput>) {
  const phone = parsePhone(text);
  if (!phone) throw invalid("phone", noNumber(text));
  const planId = plan === "" ? null : Number(plan);
  if (planId !== null && !(await current(ctx)).plans.has(planId)) throw invalid("plan", "Choose a plan.");
  return { phone, name, note, planId };
}
