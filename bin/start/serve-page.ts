import type { RequestListener } from "node:http";
import { findInvalidForm } from "#lib/request/invalid-form";
import { preparePage } from "#lib/request/prepare-page";
import { getBody } from "./buffer-request.ts";

/**
 * Serves pages by the framework, each with its policy. A call of an action that doesn't come from a form of the portal
 * is rejected: the framework responds with 500 to many of them.
 */
export const servePagesBy =
  (framework: RequestListener): RequestListener =>
  async (request, response) => {
    preparePage(request, response);
    const wrong = await findInvalidForm(request.method, request.headers, getBody(request));
    if (!wrong) return framework(request, response);
    response.writeHead(wrong.status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
    response.end(JSON.stringify({ message: wrong.message, errors: {} }));
  };
