import { headers } from "next/headers";
import { permanentRedirect } from "next/navigation";

/** Leads from a page under a shop's former address to the same page under its address of today; a form that is on its way goes through. */
export async function leadToToday(asked: string, today: string): Promise<void> {
  if (asked === today) return;
  const sent = await headers();
  if (sent.has("content-type")) return;
  const rest = (sent.get("x-path") ?? "").replace(/^\/s\/[^/?]*/, "");
  permanentRedirect(`/s/${today}${rest}`);
}
