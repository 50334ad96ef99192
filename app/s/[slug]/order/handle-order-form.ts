import { z } from "zod";
import { formatPlanLine } from "#app/s/_shop/order-labels.ts";
import type { Ctx } from "#lib/core/context";
import { type FieldErrors, PortalError } from "#lib/core/error";
import { formatMoney } from "#lib/core/money/money";
import { parseFormInput } from "#lib/request/form";
import { toProblem } from "#lib/request/problem";
import { toFormObject } from "#lib/request/typed-values";
import type { HumanCheck } from "#lib/shop/order/order-limits";
import { placeOrder, reviewOrder } from "#lib/shop/order/place-order";

const OrderForm = z.object({
  step: z.enum(["number", "review", "change"]),
  ref: z.string().max(64),
  plan: z.string().max(12),
  /** The price that was shown, in minor units. */
  price: z.string().max(20),
  mobile_number: z.string().max(40).default(""),
  name: z.string().max(200).default(""),
  email: z.string().max(300).default(""),
  /** The customer agrees to messages about the order. */
  messages: z.enum(["", "yes"]).catch(""),
  /** The question that a busy shop asked, and the customer's answer. */
  seal: z.string().max(200).optional(),
  answer: z.string().max(40).optional(),
  /** Hidden from people: only a bot, or a browser's autofill, fills it. */
  leave_empty: z.string().max(300).default(""),
});
type OrderForm = z.infer<typeof OrderForm> & { slug: string };

/** Handles the form in either of its steps, for the shop at `slug`. */
export async function handleOrderForm(ctx: Ctx, slug: string, sent: FormData): Promise<OrderFormStep> {
  try {
    return await placeOrReview(ctx, { ...parseFormInput(OrderForm, toFormObject(sent)), slug });
  } catch (error) {
    const { message, fields } = toProblem(error);
    return { step: "number", typed: readTypedFields(sent), trap: true, wrong: { message, fields } };
  }
}

async function placeOrReview(ctx: Ctx, form: OrderForm): Promise<OrderFormStep> {
  if (form.leave_empty) return { step: "number", typed: form, trap: false };
  if (form.step === "change") return { step: "number", typed: form, trap: true };
  if (form.step === "number") return reviewForm(ctx, form);
  const { ref, price, seal, answer } = form;
  try {
    const placed = await placeOrder(ctx, { ...toReviewInput(form), ref, price, seal, answer });
    return { step: "placed", at: buildOrderPath(placed.slug, placed.code) };
  } catch (error) {
    if (error instanceof PortalError && REVIEWABLE_ERRORS.has(error.code))
      return reviewForm(ctx, form, error);
    throw error;
  }
}

const REVIEWABLE_ERRORS = new Set(["price_changed", "ref_reused", "rate_limited", "unavailable"]);

async function reviewForm(ctx: Ctx, form: OrderForm, problem?: PortalError): Promise<OrderFormStep> {
  const { offer, phone, otherNetwork } = await reviewOrder(ctx, toReviewInput(form));
  return {
    step: "review",
    typed: form,
    review: {
      networkName: offer.networkName,
      plan: formatPlanLine(offer),
      typeName: offer.typeName,
      phone,
      price: formatMoney(offer.price),
      otherNetwork,
    },
    price: String(offer.price),
    banner: problem
      ? formatOrderError(problem, formatMoney(offer.price))
      : formatPriceChange(form, offer.price),
    check: (problem?.code === "rate_limited" && problem.facts.check) || null,
    seeOrder:
      problem?.code === "ref_reused" && problem.facts.code
        ? buildOrderPath(form.slug, problem.facts.code)
        : null,
  };
}

const buildOrderPath = (slug: string, code: string) => `/s/${slug}/o/${code}`;

function formatOrderError({ code, message }: PortalError, price: string): string {
  return code === "price_changed" ? `The price is now ${price}. Nothing was ordered yet.` : message;
}

/** Formats a price change since the form was opened; null without one. */
function formatPriceChange(form: OrderForm, price: bigint): string | null {
  return form.price === String(price) ? null : `The price is now ${formatMoney(price)}.`;
}

const readTypedFields = (sent: FormData): TypedOrderFields => {
  const text = (name: string) => String(sent.get(name) ?? "").slice(0, 300);
  const messages = sent.get("messages") === "yes" ? "yes" : "";
  return { mobile_number: text("mobile_number"), name: text("name"), email: text("email"), messages };
};

const toReviewInput = ({ slug, plan, mobile_number, name, email, messages }: OrderForm) => ({
  slug,
  name,
  email,
  messages,
  planId: plan,
  phone: mobile_number,
});

/** The next step after a form was submitted. */
export type OrderFormStep =
  | { step: "placed"; at: string }
  | {
      step: "number";
      typed: TypedOrderFields;
      /** Whether the form has the hidden field; left out once filled: an autofilled form goes through. */
      trap: boolean;
      wrong?: { message: string; fields: FieldErrors };
    }
  | {
      step: "review";
      typed: TypedOrderFields;
      review: OrderReviewText;
      price: string;
      banner: string | null;
      /** A question that must be answered before the order is placed. */
      check: HumanCheck | null;
      seeOrder: string | null;
    };

/** The customer's input, kept from step to step. */
export type TypedOrderFields = Pick<OrderForm, "mobile_number" | "name" | "email" | "messages">;

interface OrderReviewText {
  networkName: string;
  plan: string;
  typeName: string;
  phone: string;
  price: string;
  /** The network that the number looks like, where it isn't the plan's. */
  otherNetwork: string | null;
}
