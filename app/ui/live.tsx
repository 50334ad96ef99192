import { currentVisit } from "#lib/web/actor";
import { LiveLine } from "./live-line.tsx";

/**
 * Keeps the page true: refreshes it when the server says that something of its reader's changed since it was begun. Draws
 * nothing; the page works without it. `also` names what only this page wants to hear of.
 */
export async function Live({ also }: { also?: "webhooks" }) {
  const { at } = await currentVisit();
  return <LiveLine since={at} also={also} />;
}
