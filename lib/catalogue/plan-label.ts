import { formatNetworkName, formatTypeName } from "#lib/core/text/display-name";

interface PlanSize {
  size: string;
  volume: string;
}

type NamedPlan = PlanSize & { networkName: string };

/** `name` is the plan's own name, shown instead of its type. */
type DetailedPlan = PlanSize & { typeName: string; name?: string | null; validity: string };

/** Formats the data volume of a plan: "1 GB". */
export const formatPlanSize = ({ size, volume }: PlanSize): string => `${size} ${volume}`.trim();

/** Formats network and data volume: "MTN 1 GB". */
export const formatPlanName = (plan: NamedPlan): string =>
  `${formatNetworkName(plan.networkName)} ${formatPlanSize(plan)}`;

/** Formats a plan within its network: "1 GB SME, 30 Days". */
export const formatPlanDetails = (plan: DetailedPlan): string =>
  `${formatPlanSize(plan)} ${plan.name ?? formatTypeName(plan.typeName)}, ${plan.validity}`;

/** Formats a plan in full: "MTN 1 GB SME, 30 Days". */
export const formatPlanLabel = (plan: NamedPlan & DetailedPlan): string =>
  `${formatNetworkName(plan.networkName)} ${formatPlanDetails(plan)}`;
