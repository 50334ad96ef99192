import { ReferralCode } from "#lib/referral/referral-code";
import { setReferralCookie } from "#lib/request/cookie";
import { defineRoute, redirectTo } from "#lib/request/route";

/**
 * A reseller's link: leads to the sign-up page with its code, and keeps the code in a cookie, so that it
 * survives a visit of other pages and a return some days later.
 */
export const GET = defineRoute<{ params: Promise<{ code: string }> }>(
  async (_ctx, _request, { params }) => {
    const { data } = ReferralCode.safeParse((await params).code);
    if (!data) return redirectTo("/sign-up");
    await setReferralCookie(data);
    return redirectTo(`/sign-up?referral=${data}`);
  },
  { audience: "visitor" },
);
