import { signOut } from "#lib/account/session/end-sessions";
import { getCurrentVisit } from "#lib/request/actor";
import { clearSessionCookie } from "#lib/request/cookie";
import { CLEAR_SITE_DATA } from "#lib/request/headers";
import { defineRoute } from "#lib/request/route";

/**
 * Signs out and leads to the sign-in page. A route and not an action: only so can the response tell the
 * browser to forget what it kept, and the page that is left is gone from memory too.
 */
export const POST = defineRoute(
  async (ctx) => {
    const { session } = await getCurrentVisit();
    if (session) await signOut({ ...ctx, actor: session.actor });
    await clearSessionCookie();
    return new Response(null, { status: 303, headers: { Location: "/sign-in", ...CLEAR_SITE_DATA } });
  },
  { audience: "visitor" },
);
