import { z } from "zod";
import { orderNotFoundPage } from "#app/s/_shop/error-pages";
import { createShopRoute, loadRequestedOrder, redirectToOrder } from "#app/s/_shop/shop-route.ts";
import { PortalError } from "#lib/core/error";
import { parseFormInput } from "#lib/request/form";
import { toProblem } from "#lib/request/problem";
import { toFormObject } from "#lib/request/typed-values";
import { fileComplaint } from "#lib/shop/order/file-complaint";
import { complaintFormPage } from "./complaint-form-page.tsx";

type Params = { slug: string; code: string };

const ComplaintForm = z.object({
  symptom: z.string().max(20).default(""),
  details: z.string().max(2_000).default(""),
});

export const GET = createShopRoute<Params>(async (ctx, shopRequest) => {
  const order = await loadRequestedOrder(ctx, shopRequest);
  return order.mayComplain
    ? complaintFormPage({ order, code: shopRequest.params.code, typed: { symptom: "", details: "" } })
    : redirectToOrder(shopRequest);
}, orderNotFoundPage);

export const POST = createShopRoute<Params>(async (ctx, shopRequest) => {
  const { slug, code } = shopRequest.params;
  const typed = parseFormInput(ComplaintForm, toFormObject(shopRequest.form));
  try {
    await fileComplaint(ctx, { slug, code, symptom: typed.symptom as "nothing", details: typed.details });
    return redirectToOrder(shopRequest);
  } catch (error) {
    const problem = toProblem(error);
    if (error instanceof PortalError && problem.code !== "rate_limited") throw error;
    if (problem.code !== "invalid" && problem.code !== "rate_limited") throw error;
    return complaintFormPage({
      order: await loadRequestedOrder(ctx, shopRequest),
      code,
      typed,
      wrong: problem,
    });
  }
}, orderNotFoundPage);
