import { GroupedList, type GroupedListParams, titleList } from "#app/admin/grouped-list";
import { WalletTabs } from "#app/admin/tabs";
import { requireAdminPage } from "#lib/request/actor";

export const generateMetadata = titleList("/admin/wallets/adjustments");

export default async function AdjustmentsPage(props: GroupedListParams) {
  const { ctx } = await requireAdminPage();
  return <GroupedList {...props} ctx={ctx} group="/admin/wallets/adjustments" tabs={WalletTabs} />;
}
