import { int } from "#lib/core/read-rows";
import { formatNetworkName, formatTypeName } from "#lib/core/text/display-name";

/** The columns that identify a line. */
export const LINE = { supplierId: int, networkId: int, typeId: int };

/** A plan type of a network from one supplier, such as MTN SME from Alpha: it works or fails for itself. */
export interface Line {
  supplierId: number;
  networkId: number;
  typeId: number;
}

export const toLineKey = ({ supplierId, networkId, typeId }: Line): string =>
  `${supplierId} ${networkId} ${typeId}`;

/** The subject of audit records about a line. */
export const getLineSubject = (line: Line) => ({ subject: "line", subjectId: toLineKey(line) }) as const;

/** Formats "MTN SME". */
export const formatLineName = (networkName: string, typeName: string): string =>
  `${formatNetworkName(networkName)} ${formatTypeName(typeName)}`;

/** How long an admin's order about a line may hold, in minutes. */
export const OUTAGE_MINUTES = [30, 120, 480, 1440] as const;
