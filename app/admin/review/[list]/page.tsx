import { GroupedList, type GroupedListParams, titleList } from "#app/admin/grouped-list";
import { ReviewTabs } from "#app/admin/tabs";
import { requireAdminPage } from "#lib/request/actor";

export const generateMetadata = titleList("/admin/review");

export default async function ReviewListPage(props: GroupedListParams) {
  const { ctx } = await requireAdminPage();
  return <GroupedList {...props} ctx={ctx} group="/admin/review" tabs={ReviewTabs} />;
}
