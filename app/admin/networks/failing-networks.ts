import { formatPercent } from "#app/ui/settlement-times.ts";
import type { DeliveryBoard } from "#lib/monitoring/delivery-board";

/** A smaller share of deliveries is worth a word, as on the page of networks' states. */
const USUAL_SHARE = 0.95;

/** Describes the networks of which less than usual is delivered: "MTN 83%". */
export const describeFailingNetworks = (
  networks: readonly Pick<DeliveryBoard["networks"][number], "name" | "outcomes">[],
): string[] =>
  networks.flatMap(({ name, outcomes }) => {
    const sumOf = (state: "delivered" | "failed") => outcomes.reduce((sum, each) => sum + each[state], 0);
    const [delivered, failed] = [sumOf("delivered"), sumOf("failed")];
    const share = delivered / (delivered + failed);
    return share < USUAL_SHARE ? [`${name} ${formatPercent(share)}`] : [];
  });
