import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { type FieldErrors, PortalError } from "#lib/core/error";
import { formatMoney } from "#lib/core/money";
import type { HumanCheck } from "#lib/shop/order-limits";
import { placeOrder, reviewOrder } from "#lib/shop/place-order";
import { formObject, parseInput } from "#lib/web/form";
import { problemOf } from "#lib/web/problem";
import { planLine } from "../../_shop/order-words.ts";

/** What the order form sends, in either of its steps. */
const OrderForm = z.object({
  step: z.enum(["number", "review", "change"]),
  ref: z.string().max(64),
  plan: z.string().max(12),
  /** The price that was shown, in minor units. */
  price: z.string().max(20),
  mobile_number: z.string().max(40).default(""),
  name: z.string().max(200).default(""),
  email: z.string().max(300).default(""),
  /** What a busy shop asked, and what was answered. */
  seal: z.string().max(200).optional(),
  answer: z.string().max(40).optional(),
  /** People never see this field: what fills it is a program, or a browser that fills in more than it shows. */
  leave_empty: z.string().max(300).default(""),
});
type OrderForm = z.infer<typeof OrderForm> & { slug: string };

/** Takes the form in either of its steps, for the shop at `slug`. */
export async function takeOrder(ctx: Ctx, slug: string, sent: FormData): Promise<Step> {
  try {
    return await take(ctx, { ...parseInput(OrderForm, formObject(sent)), slug });
  } catch (error) {
    const { message, fields } = problemOf(error);
    return { step: "number", typed: typedIn(sent), trap: true, wrong: { message, fields } };
  }
}

async function take(ctx: Ctx, form: OrderForm): Promise<Step> {
  if (form.leave_empty) return { step: "number", typed: form, trap: false };
  if (form.step === "change") return { step: "number", typed: form, trap: true };
  if (form.step === "number") return look(ctx, form);
  const { ref, price, seal, answer } = form;
  try {
    const placed = await placeOrder(ctx, { ...wishOf(form), ref, price, seal, answer });
    return { step: "placed", at: orderPath(placed.slug, placed.code) };
  } catch (error) {
    if (error instanceof PortalError && STAYS.has(error.code)) return look(ctx, form, error);
    throw error;
  }
}

/** Refusals that leave the customer at the review, which then says why. */
const STAYS = new Set(["price_changed", "ref_reused", "rate_limited", "unavailable"]);

async function look(ctx: Ctx, form: OrderForm, problem?: PortalError): Promise<Step> {
  const { offer, phone } = await reviewOrder(ctx, wishOf(form));
  return {
    step: "review",
    typed: form,
    review: {
      networkName: offer.networkName,
      plan: planLine(offer),
      typeName: offer.typeName,
      phone,
      price: formatMoney(offer.price),
    },
    price: String(offer.price),
    notice: problem ? noticeOf(problem, formatMoney(offer.price)) : changed(form, offer.price),
    check: (problem?.code === "rate_limited" && problem.facts.check) || null,
    seeOrder:
      problem?.code === "ref_reused" && problem.facts.code ? orderPath(form.slug, problem.facts.code) : null,
  };
}

const orderPath = (slug: string, code: string) => `/s/${slug}/o/${code}`;

/** What a customer reads where the shop's own words would not do. */
function noticeOf({ code, message }: PortalError, price: string): string {
  return code === "price_changed" ? `The price is now ${price}. Nothing was ordered yet.` : message;
}

/** The price moved while the number was typed. */
function changed(form: OrderForm, price: bigint): string | null {
  return form.price === String(price) ? null : `The price is now ${formatMoney(price)}.`;
}

const typedIn = (sent: FormData): Typed => {
  const text = (name: string) => String(sent.get(name) ?? "").slice(0, 300);
  return { mobile_number: text("mobile_number"), name: text("name"), email: text("email") };
};

const wishOf = ({ slug, plan, mobile_number, name, email }: OrderForm) => ({
  ...{ slug, name, email },
  planId: plan,
  phone: mobile_number,
});

/** What the order form shows after it was sent, or where it led. */
export type Step =
  | { step: "placed"; at: string }
  | {
      step: "number";
      typed: Typed;
      /** Sets out a field that only programs fill; left out once it caught somebody, who then goes through. */
      trap: boolean;
      wrong?: { message: string; fields: FieldErrors };
    }
  | {
      step: "review";
      typed: Typed;
      review: ReviewText;
      price: string;
      notice: string | null;
      /** A question that has to be answered before the order is taken. */
      check: HumanCheck | null;
      seeOrder: string | null;
    };

/** What the customer typed, kept from step to step. */
export interface Typed {
  mobile_number: string;
  name: string;
  email: string;
}

/** What is looked at before ordering, ready to be read. */
interface ReviewText {
  networkName: string;
  plan: string;
  typeName: string;
  phone: string;
  price: string;
}
