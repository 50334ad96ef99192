import { GroupedList, type GroupedListParams, titleList } from "#app/admin/grouped-list";
import { WalletTabs } from "#app/admin/tabs";
import { requireAdminPage } from "#lib/request/actor";

export const generateMetadata = titleList("/admin/wallets/money-in");

export default async function MoneyInPage(props: GroupedListParams) {
  const { ctx } = await requireAdminPage();
  return <GroupedList {...props} ctx={ctx} group="/admin/wallets/money-in" tabs={WalletTabs} />;
}
