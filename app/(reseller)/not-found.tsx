import { PageNotFound } from "#app/ui/page/page-not-found";
import { getCurrentVisit } from "#lib/request/actor";
import { getHomePath } from "#lib/request/next-path";

/** A reseller's page that does not exist, or not for them. */
export default async function NotFound() {
  const { session } = await getCurrentVisit();
  return <PageNotFound home={session ? getHomePath(session.actor.kind) : "/"} />;
}
