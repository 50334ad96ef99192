import { buildShopUrl, type ShopAddress } from "#lib/core/shop-address";
import { createStatusCode } from "#lib/core/text/status-code";
import type { OrderBase } from "#lib/shop/order/order-view";
import { formatPlanLine } from "./order-labels.ts";

interface SharedOrder extends Pick<OrderBase, "reference" | "size" | "volume" | "validity"> {
  code: string;
  /** The recipient; null once it was deleted. */
  phone: string | null;
}

/** Builds a message with the address of an order's status page. Names no price. */
export function buildStatusMessage(order: SharedOrder, shop: ShopAddress & { name: string }): string {
  const { reference, code, phone } = order;
  const link = buildShopUrl(shop, `/status/${createStatusCode({ reference, code })}`);
  const what = `${formatPlanLine(order)} for ${phone ?? "a deleted number"} from ${shop.name}`;
  return `${what}, order ${reference}. See its status: ${link}`;
}
