import { PageNotFound } from "#app/ui/page/page-not-found";

/** An admin page that does not exist. */
export default function NotFound() {
  return <PageNotFound home="/admin" />;
}
