import { z } from "zod";
import { PortalError } from "#lib/core/error";
import { complain } from "#lib/shop/complain";
import { formObject, parseInput } from "#lib/web/form";
import { problemOf } from "#lib/web/problem";
import { orderAt } from "../../../../_shop/find-shop.ts";
import { type Asked, shopRoute } from "../../../../_shop/shop-route.ts";
import { noOrder } from "../no-order.tsx";
import { complaintForm } from "./complaint-form.tsx";

type Params = { slug: string; code: string };

const ComplaintForm = z.object({
  seen: z.string().max(20).default(""),
  said: z.string().max(2_000).default(""),
});

/** The form that tells the shop that an order did not come. */
export const GET = shopRoute<Params>(async (ctx, asked) => {
  const order = await orderAt(ctx, asked);
  return order.mayComplain
    ? complaintForm({ order, code: asked.params.code, typed: { seen: "", said: "" } })
    : backTo(asked);
}, noOrder);

/** Takes that form, and leads back to the order. */
export const POST = shopRoute<Params>(async (ctx, asked) => {
  const { slug, code } = asked.params;
  const typed = parseInput(ComplaintForm, formObject(asked.form));
  try {
    await complain(ctx, { slug, code, seen: typed.seen as "nothing", said: typed.said });
    return backTo(asked);
  } catch (error) {
    const problem = problemOf(error);
    if (error instanceof PortalError && problem.code !== "rate_limited") throw error;
    if (problem.code !== "invalid" && problem.code !== "rate_limited") throw error;
    return complaintForm({ order: await orderAt(ctx, asked), code, typed, wrong: problem });
  }
}, noOrder);

const backTo = ({ params: { slug, code } }: Asked<Params>) =>
  new Response(null, {
    status: 303,
    headers: { Location: `/s/${slug}/o/${code}`, "Cache-Control": "no-store" },
  });
