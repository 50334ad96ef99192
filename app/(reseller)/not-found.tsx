import { PageNotFound } from "#app/ui/page/page-not-found";

/** A reseller's page that does not exist, or not for them. */
export default function NotFound() {
  return <PageNotFound home="/home" />;
}
