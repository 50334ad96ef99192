"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { changeCustomer, customerExistsError, removeCustomer, saveCustomer } from "#lib/customer/customer";
import {
  chooseImportColumns,
  createImport,
  discardImport,
  readCustomerFile,
  saveImport,
} from "#lib/customer/customer-import";
import { createSellerAction } from "#lib/request/page-action";

export const addCustomerAction = createSellerAction(saveCustomer, ({ id, isNew }) => {
  if (!isNew) throw customerExistsError();
  redirect(`/customers/${id}`);
});

/** Saves the phone number of a purchase as a customer; saving it twice has no effect. */
export const saveCustomerNumberAction = createSellerAction(saveCustomer);

export const changeCustomerAction = createSellerAction(changeCustomer, "Saved.");

export const removeCustomerAction = createSellerAction(removeCustomer, () => redirect("/customers"));

export const pasteCustomersAction = createSellerAction(
  async (ctx, { key, text }) => {
    const list = await readCustomerFile(ctx, text);
    return createImport(ctx, { key, lines: list.rows, list });
  },
  (id) => redirect(`/customers/import/${id}`),
  {
    form: z.object({
      key: z.uuid(),
      text: z.string().min(1).max(900_000, "That’s too much text. Upload it as a file."),
    }),
  },
);

export const saveImportAction = createSellerAction(saveImport, ({ made, updated }) =>
  redirect(`/customers?${new URLSearchParams({ saved: String(made), updated: String(updated) })}`),
);

export const chooseImportColumnsAction = createSellerAction(chooseImportColumns, (_, { id }) =>
  redirect(`/customers/import/${Number(id)}`),
);

export const discardImportAction = createSellerAction(discardImport, () => redirect("/customers/import"));
