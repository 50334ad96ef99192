"use server";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import {
  ChangeCustomerInput,
  changeCustomer,
  customerExistsError,
  RemoveCustomerInput,
  removeCustomer,
  SaveCustomerInput,
  saveCustomer,
} from "#lib/customer/customer";
import {
  createImport,
  discardImport,
  ImportInput,
  readCustomerFile,
  SaveImportInput,
  saveImport,
} from "#lib/customer/customer-import";
import { defineAction } from "#lib/web/action";

const RESELLER_ACCESS = { who: "reseller" } as const;

/** Saves a new customer and opens their page. */
export const addCustomerAction = defineAction(
  SaveCustomerInput,
  async (ctx, input) => {
    const { id, isNew } = await saveCustomer(ctx, input);
    if (!isNew) throw customerExistsError();
    redirect(`/customers/${id}`);
  },
  RESELLER_ACCESS,
);

/** Saves the phone number of a purchase as a customer; saving it twice has no effect. */
export const saveCustomerNumberAction = defineAction(
  SaveCustomerInput,
  async (ctx, input) => {
    await saveCustomer(ctx, input);
    revalidatePath("/purchases/[ident]", "page");
  },
  RESELLER_ACCESS,
);

export const changeCustomerAction = defineAction(
  ChangeCustomerInput,
  async (ctx, input) => {
    await changeCustomer(ctx, input);
    revalidatePath(`/customers/${input.id}`);
    return "Saved.";
  },
  RESELLER_ACCESS,
);

export const removeCustomerAction = defineAction(
  RemoveCustomerInput,
  async (ctx, input) => {
    await removeCustomer(ctx, input);
    redirect("/customers");
  },
  RESELLER_ACCESS,
);

const PasteCustomersForm = z.object({
  key: z.uuid(),
  text: z.string().min(1).max(900_000, "That’s too much text. Upload it as a file."),
});

/** Reads the pasted customers and opens their check page. */
export const pasteCustomersAction = defineAction(
  PasteCustomersForm,
  async (ctx, { key, text }) => {
    const id = await createImport(ctx, { key, lines: await readCustomerFile(ctx, text) });
    redirect(`/customers/import/${id}`);
  },
  RESELLER_ACCESS,
);

export const saveImportAction = defineAction(
  SaveImportInput,
  async (ctx, input) => {
    const { made, updated } = await saveImport(ctx, input);
    redirect(`/customers?${new URLSearchParams({ saved: String(made), updated: String(updated) })}`);
  },
  RESELLER_ACCESS,
);

export const discardImportAction = defineAction(
  ImportInput,
  async (ctx, input) => {
    await discardImport(ctx, input);
    redirect("/customers/import");
  },
  RESELLER_ACCESS,
);
