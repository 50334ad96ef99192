import { signOut } from "#lib/account/session/end";
import { currentVisit } from "#lib/web/actor";
import { dropSession } from "#lib/web/cookie";
import { FORGET } from "#lib/web/headers";
import { route } from "#lib/web/route";

/**
 * Signs out and leads to the sign-in page. A route and not an action: only so can the answer tell the browser to forget
 * what it kept, and the page that is left is gone from memory too.
 */
export const POST = route(
  async (ctx) => {
    const { session } = await currentVisit();
    if (session) await signOut({ ...ctx, actor: session.actor });
    await dropSession();
    return new Response(null, { status: 303, headers: { Location: "/sign-in", ...FORGET } });
  },
  { who: "visitor" },
);
