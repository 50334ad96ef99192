import { getPageFrame } from "#app/(reseller)/page-frame.ts";
import { TabBar } from "#app/ui/page/tab-bar";
import type { Ctx } from "#lib/core/context";
import type { PageFrame } from "#lib/home/page-frame";

/** The ways to earn more that are open to the reader, as tabs; none where there is one. */
export async function EarnTabs({ ctx, current }: { ctx: Ctx; current: "/earn" | "/earn/agents" }) {
  const frame = await getPageFrame(ctx);
  const label = formatFirstTab(frame);
  if (label === null || !frame.hasAgents) return null;
  const tabs = [{ href: "/earn", label } as const, { href: "/earn/agents", label: "Agents" } as const];
  return <TabBar label="Earn more" tabs={tabs} current={current} />;
}

/** Whether a level is offered: to an agent, whose prices their parent sets, none. */
export const hasLevel = ({ upgradeOffered, parent }: PageFrame) => upgradeOffered && parent === null;

function formatFirstTab(frame: PageFrame): string | null {
  if (!hasLevel(frame)) return frame.hasReferrals ? "Referrals" : null;
  return frame.hasReferrals ? "Level and referrals" : "Level";
}
