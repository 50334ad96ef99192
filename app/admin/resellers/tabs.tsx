import { TabNav } from "#app/admin/tab-nav";
import { countPendingSignUps } from "#lib/account/sign-up/sign-up-list";
import type { Ctx } from "#lib/core/context";

/** Tabs of the resellers section: all resellers, sign-up requests, and the personal data of one person. */
export async function ResellerTabs({ ctx, here }: { ctx: Ctx; here: string }) {
  const pending = await countPendingSignUps(ctx);
  const tabs = [
    { href: "/admin/resellers", label: "All" },
    {
      href: "/admin/resellers/sign-ups",
      label: pending > 0 ? `Sign-up requests (${pending})` : "Sign-up requests",
    },
    { href: "/admin/resellers/personal", label: "Personal data", needs: "personal" as const },
  ];
  return <TabNav label="Resellers" tabs={tabs} here={here} />;
}
