import { ZodError } from "zod";
import type { Ctx } from "#lib/core/context";
import { HTTP_STATUS, PortalError } from "#lib/core/error";
import { type ShopContact, shopContact } from "#lib/shop/get-shop";
import { problemOf, retryAfterOf } from "#lib/web/problem";
import { readUpload } from "#lib/web/read-upload";
import { route } from "#lib/web/route";
import { brokenPage } from "./broken-page.tsx";
import { Document, type Page } from "./document.tsx";

/** What a page of a shop is asked for with. */
export interface Asked<P> {
  request: Request;
  params: P;
  /** The form that was sent; empty where none was. */
  form: FormData;
}

/** More than any form of a shop has. */
const MOST_BYTES = 20_000;

/**
 * A page of a shop: HTML alone, rendered here and not by the framework, whose script would be most of what it weighs
 * (docs/decisions/shop-pages.md). What `make` does not find is answered with `missing`, and what fails with words for
 * customers; a form that was sent can then be sent again as it was.
 */
export function shopRoute<P extends { slug: string }>(
  make: (ctx: Ctx, asked: Asked<P>) => Promise<Page | Response>,
  missing: (shop: ShopContact | undefined) => Page,
): (request: Request, context: { params: Promise<P> }) => Promise<Response> {
  return async (request, context) => {
    const params = await context.params;
    let form = new FormData();
    const answer = route(
      async (ctx) => {
        if (request.method === "POST") form = await sentForm(request);
        try {
          const page = await make(ctx, { request, params, form });
          return page instanceof Response ? page : answerPage(request, page);
        } catch (error) {
          if (!(error instanceof PortalError) || error.code !== "not_found") throw error;
          return answerPage(request, missing(await shopContact(ctx, params)), { status: 404 });
        }
      },
      {
        who: "visitor",
        refused: (error) => {
          // A form that was filled in wrongly says so itself: here only what is stored can be wrong.
          const problem = problemOf(
            error instanceof ZodError ? new Error("stored", { cause: error }) : error,
          );
          const retryAfter = retryAfterOf(problem);
          return answerPage(request, brokenPage(problem, request, form), {
            status: HTTP_STATUS[problem.code],
            ...(retryAfter !== undefined && { headers: { "Retry-After": String(retryAfter) } }),
          });
        },
      },
    );
    return answer(request, undefined);
  };
}

async function sentForm(request: Request): Promise<FormData> {
  const form = await readUpload(request, MOST_BYTES);
  if (!form) throw new PortalError("invalid", "This form is too long.", { facts: { why: "too_large" } });
  return form;
}

/** The page as an answer. The framework lets code of the server load React's renderer only at the moment of its use. */
async function answerPage(request: Request, page: Page, init: ResponseInit = {}): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const nonce = request.headers.get("x-nonce") ?? undefined;
  const answer = new Response(`<!DOCTYPE html>${renderToStaticMarkup(Document({ ...page, nonce }))}`, init);
  answer.headers.set("Content-Type", "text/html; charset=utf-8");
  return answer;
}
