"use server";

import { redirect } from "next/navigation";
import {
  addCreditSale,
  addPurchaseToCreditBook,
  changeCreditSale,
  undoCreditSale,
} from "#lib/credit-book/credit-sale";
import { recordCreditPayment, undoCreditPayment } from "#lib/credit-book/record-payment";
import { createSellerAction } from "#lib/request/page-action";

const openAccount = (id: number) => redirect(`/customers/credit-book/${id}`);

export const addSaleAction = createSellerAction(addCreditSale, openAccount);

/** Adds a purchase from its own page, where a link to the account takes the place of the form. */
export const addPurchaseAction = createSellerAction(addPurchaseToCreditBook, "Added to your credit book.");
export const addPurchaseAndOpenAction = createSellerAction(addPurchaseToCreditBook, openAccount);

export const changeSaleAction = createSellerAction(changeCreditSale, "Saved.");
export const undoSaleAction = createSellerAction(undoCreditSale, "Undone.");
export const recordPaymentAction = createSellerAction(recordCreditPayment, "Payment recorded.");
export const undoPaymentAction = createSellerAction(undoCreditPayment, "Undone.");
