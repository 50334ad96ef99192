import { securityText } from "#lib/account/security-text";
import { route } from "#lib/web/route";

/** Where to report a security problem. */
export const GET = route(
  async (ctx) =>
    new Response(await securityText(ctx), { headers: { "Content-Type": "text/plain; charset=utf-8" } }),
  { who: "visitor" },
);
