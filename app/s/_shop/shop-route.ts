import { permanentRedirect } from "next/navigation";
import { ZodError } from "zod";
import type { Ctx } from "#lib/core/context";
import { HTTP_STATUS, PortalError } from "#lib/core/error";
import { getRetryAfter, toProblem } from "#lib/request/problem";
import { readUpload } from "#lib/request/read-upload";
import { defineRoute, redirectTo } from "#lib/request/route";
import { getShop, getShopContact, type ShopContact } from "#lib/shop/get-shop";
import { findOrder } from "#lib/shop/order/find-order";
import { findSharedOrder } from "#lib/shop/order/shared-order";
import { errorPage } from "./error-pages.tsx";
import { ShopDocument, type ShopHtmlPage } from "./shop-document.tsx";

export interface ShopRequest<P> {
  request: Request;
  params: P;
  /** The submitted form; empty for a GET. */
  form: FormData;
}

/** Redirects to the page of the order that a request names, whatever characters it has. */
export const redirectToOrder = ({ params: { slug, code } }: ShopRequest<{ slug: string; code: string }>) =>
  redirectTo(`/s/${encodeURIComponent(slug)}/o/${encodeURIComponent(code)}`);

/** More than any shop form needs. */
const MAX_FORM_BYTES = 20_000;

/**
 * Creates the route of a shop page. Renders HTML here, not by the framework, whose script would be most of
 * the page (docs/decisions/page-weight.md). Responds with `missing` when `make` throws not_found, and to
 * other errors with a page from which a submitted form can be submitted again.
 */
export function createShopRoute<P extends { slug: string }>(
  make: (ctx: Ctx, shopRequest: ShopRequest<P>) => Promise<ShopHtmlPage | Response>,
  missing: (shop: ShopContact | undefined) => ShopHtmlPage,
): (request: Request, context: { params: Promise<P> }) => Promise<Response> {
  return async (request, context) => {
    const params = await context.params;
    let form = new FormData();
    const respond = defineRoute(
      async (ctx) => {
        if (request.method === "POST") form = await readForm(request);
        try {
          const page = await make(ctx, { request, params, form });
          return page instanceof Response ? page : renderShopPage(request, page);
        } catch (error) {
          if (!(error instanceof PortalError) || error.code !== "not_found") throw error;
          return renderShopPage(request, missing(await getShopContact(ctx, params)), { status: 404 });
        }
      },
      {
        audience: "visitor",
        rejected: (error) => {
          // Forms report their own errors, so a ZodError here concerns stored data.
          const problem = toProblem(
            error instanceof ZodError ? new Error("stored", { cause: error }) : error,
          );
          const retryAfter = getRetryAfter(problem);
          return renderShopPage(request, errorPage(problem, request, form), {
            status: HTTP_STATUS[problem.code],
            ...(retryAfter !== undefined && { headers: { "Retry-After": String(retryAfter) } }),
          });
        },
      },
    );
    return respond(request, undefined);
  };
}

async function readForm(request: Request): Promise<FormData> {
  const form = await readUpload(request, MAX_FORM_BYTES);
  if (!form) throw new PortalError("invalid", "This form is too long.", { facts: { reason: "too_large" } });
  return form;
}

/** Renders a page. The framework allows server code to import React's renderer only dynamically. */
async function renderShopPage(
  request: Request,
  page: ShopHtmlPage,
  init: ResponseInit = {},
): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const nonce = request.headers.get("x-nonce") ?? undefined;
  const response = new Response(
    `<!DOCTYPE html>${renderToStaticMarkup(ShopDocument({ ...page, nonce }))}`,
    init,
  );
  response.headers.set("Content-Type", "text/html; charset=utf-8");
  return response;
}

/** Creates the function that loads what a URL names; a former slug redirects to the current one. */
const createLoader =
  <P extends { slug: string }, T>(
    find: (ctx: Ctx, params: P) => Promise<T>,
    getCurrentSlug: (entity: T) => string,
  ) =>
  async (ctx: Ctx, { request, params }: ShopRequest<P>): Promise<T> => {
    const entity = await find(ctx, params);
    const currentSlug = getCurrentSlug(entity);
    // A submitted form goes through.
    if (params.slug !== currentSlug && request.method !== "POST") {
      const { pathname, search } = new URL(request.url);
      permanentRedirect(pathname.replace(/^\/s\/[^/]*/, `/s/${currentSlug}`) + search);
    }
    return entity;
  };

/** @throws not_found also for a closed shop */
export const loadRequestedShop = createLoader(getShop, ({ slug }) => slug);

/** @throws not_found for a wrong code, and for another shop's order */
export const loadRequestedOrder = createLoader(findOrder, ({ shop }) => shop.slug);

/** Loads the order of a status link. @throws not_found */
export const loadSharedOrder = createLoader(findSharedOrder, ({ shop }) => shop.slug);
