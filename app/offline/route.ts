import { createElement } from "react";
import { OfflineDocument } from "./page-text.tsx";

/** The page that the service worker keeps for when there is no network. It says nothing about anybody. */
export async function GET(request: Request): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const nonce = request.headers.get("x-nonce") ?? undefined;
  return new Response(`<!DOCTYPE html>${renderToStaticMarkup(createElement(OfflineDocument, { nonce }))}`, {
    headers: { "Content-Type": "text/html; charset=utf-8" },
  });
}
