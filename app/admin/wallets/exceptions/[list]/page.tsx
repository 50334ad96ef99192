import { GroupedList, type GroupedListParams, titleList } from "#app/admin/grouped-list";
import { WalletTabs } from "#app/admin/tabs";
import { requireAdminPage } from "#lib/request/actor";

export const generateMetadata = titleList("/admin/wallets/exceptions");

export default async function ExceptionsPage(props: GroupedListParams) {
  const { ctx } = await requireAdminPage();
  return <GroupedList {...props} ctx={ctx} group="/admin/wallets/exceptions" tabs={WalletTabs} />;
}
