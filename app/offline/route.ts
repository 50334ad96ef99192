import { createElement } from "react";
import { OfflineDocument } from "./offline-document.tsx";

/** Serves the offline page for the service worker. It holds no personal data. */
export async function GET(request: Request): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const nonce = request.headers.get("x-nonce") ?? undefined;
  return new Response(`<!DOCTYPE html>${renderToStaticMarkup(createElement(OfflineDocument, { nonce }))}`, {
    headers: { "Content-Type": "text/html; charset=utf-8" },
  });
}
