import { PageNotFound } from "#app/ui/page/page-not-found";

export default function NotFound() {
  return <PageNotFound home="/admin" />;
}
