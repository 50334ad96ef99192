import { getCurrentVisit } from "#lib/request/actor";
import { LiveRefresh } from "./live-refresh.tsx";

/**
 * Keeps the page true: refreshes it when the server says that something of its reader's changed since it was
 * begun. Draws nothing; the page works without it. `also` names what only this page wants to hear of.
 */
export async function LiveUpdates({ also }: { also?: string }) {
  const { at } = await getCurrentVisit();
  return <LiveRefresh since={at} also={also} />;
}
