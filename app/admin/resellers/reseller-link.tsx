import { PageLink } from "#app/ui/page/page-link";

/** A reseller's name in a table, which leads to their page. */
export const ResellerLink = ({ id, name }: { id: number; name: string }) => (
  <PageLink href={`/admin/resellers/${id}`} className="font-medium underline-offset-4 hover:underline">
    {name}
  </PageLink>
);
