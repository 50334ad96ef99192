import { buildSecurityText } from "#lib/account/security-text";
import { defineRoute } from "#lib/request/route";

/** Where to report a security problem. */
export const GET = defineRoute(
  async (ctx) =>
    new Response(await buildSecurityText(ctx), { headers: { "Content-Type": "text/plain; charset=utf-8" } }),
  { audience: "visitor" },
);
