"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import {
  ChangeCustomerInput,
  changeCustomer,
  RemoveCustomerInput,
  removeCustomer,
  SaveCustomerInput,
  saveCustomer,
  savedAlready,
} from "#lib/customer/customer";
import { dropImport, ImportInput, makeImport, SaveImportInput, saveImport } from "#lib/customer/import";
import { readCustomers } from "#lib/customer/read-customers";
import { action } from "#lib/web/action";

const WHO = { who: "reseller" } as const;

/** Saves somebody new, and goes to their page. */
export const add = action(
  SaveCustomerInput,
  async (ctx, input) => {
    const { id, isNew } = await saveCustomer(ctx, input);
    if (!isNew) throw savedAlready();
    redirect(`/customers/${id}`);
  },
  WHO,
);

/** Saves the number of a purchase, in one tap: twice is once. The page then shows whose it is. */
export const saveNumber = action(
  SaveCustomerInput,
  async (ctx, input) => {
    await saveCustomer(ctx, input);
    revalidatePath("/purchases/[ident]", "page");
  },
  WHO,
);

export const change = action(
  ChangeCustomerInput,
  async (ctx, input) => {
    await changeCustomer(ctx, input);
    revalidatePath(`/customers/${input.id}`);
    return "Saved.";
  },
  WHO,
);

export const remove = action(
  RemoveCustomerInput,
  async (ctx, input) => {
    await removeCustomer(ctx, input);
    redirect("/customers");
  },
  WHO,
);

const PasteForm = z.object({
  key: z.uuid(),
  text: z.string().min(1).max(900_000, "That is too much at once. Send it as a file."),
});

/** Reads what was pasted, and goes to where it is looked at. */
export const paste = action(
  PasteForm,
  async (ctx, { key, text }) => {
    const id = await makeImport(ctx, { key, lines: await readCustomers(ctx, text) });
    redirect(`/customers/import/${id}`);
  },
  WHO,
);

export const keepImport = action(
  SaveImportInput,
  async (ctx, input) => {
    const { made, updated } = await saveImport(ctx, input);
    redirect(`/customers?${new URLSearchParams({ saved: String(made), updated: String(updated) })}`);
  },
  WHO,
);

export const throwAway = action(
  ImportInput,
  async (ctx, input) => {
    await dropImport(ctx, input);
    redirect("/customers/import");
  },
  WHO,
);
