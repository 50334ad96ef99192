"use server";

import { redirect } from "next/navigation";
import {
  addCreditSale,
  addPurchaseToCreditBook,
  changeCreditSale,
  undoCreditSale,
} from "#lib/credit-book/credit-sale";
import { recordCreditPayment, undoCreditPayment } from "#lib/credit-book/record-payment";
import { createResellerAction } from "#lib/request/page-action";

const openAccount = (id: number) => redirect(`/customers/credit-book/${id}`);

export const addSaleAction = createResellerAction(addCreditSale, openAccount);

/** Adds a purchase from its own page, where a link to the account takes the place of the form. */
export const addPurchaseAction = createResellerAction(addPurchaseToCreditBook, "Added to your credit book.");
export const addPurchaseAndOpenAction = createResellerAction(addPurchaseToCreditBook, openAccount);

export const changeSaleAction = createResellerAction(changeCreditSale, "Saved.");
export const undoSaleAction = createResellerAction(undoCreditSale, "Undone.");
export const recordPaymentAction = createResellerAction(recordCreditPayment, "Payment recorded.");
export const undoPaymentAction = createResellerAction(undoCreditPayment, "Undone.");
