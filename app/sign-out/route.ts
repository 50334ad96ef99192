import { signOut } from "#lib/account/session/end-sessions";
import { getCurrentVisit } from "#lib/request/actor";
import { clearSessionCookie } from "#lib/request/cookie";
import { defineRoute } from "#lib/request/route";

/**
 * Signs out and leads to the sign-in page. A route and not an action: only so is the page that is left gone from
 * memory too. Without Clear-Site-Data: `"cache"` takes browsers seconds, `"storage"` ends the notifications of this
 * device for good, and no page is stored.
 */
export const POST = defineRoute(
  async (ctx) => {
    const { session } = await getCurrentVisit();
    if (session) await signOut({ ...ctx, actor: session.actor });
    await clearSessionCookie();
    return new Response(null, { status: 303, headers: { Location: "/sign-in" } });
  },
  { audience: "visitor" },
);
