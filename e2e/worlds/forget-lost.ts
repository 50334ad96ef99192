import type { Call } from "#e2e/chaos/history";
import type { Verdict } from "#e2e/chaos/verdict";
import type { Loss } from "./world-database.ts";

/** How long bytes may be on their way to a supplier when their sender loses its database, in ms. */
const ON_THE_WAY_MS = 1_000;

/** Whether a purchase that a supplier received may be unknown: it was placed in a time that is lost. */
export const mayBeLost =
  (losses: readonly Loss[]) =>
  (receivedAt: number): boolean =>
    losses.some(({ from, until }) => receivedAt > from && receivedAt < until + ON_THE_WAY_MS);

/**
 * Takes the responses out of the calls that were under way in a lost time: their effects may be lost, as those of calls
 * without a response. Another request under a lost ref may be the first one that the database knows.
 */
export function forgetLost(calls: readonly Call[], losses: readonly Loss[]): Call[] {
  const isLost = ({ start, end }: Call) =>
    end !== null && losses.some(({ from, until }) => start < until && end > from);
  const lostRefs = new Set(calls.filter(isLost).map(nameRef));
  return calls
    .filter((call) => !(call.altered && lostRefs.has(nameRef(call))))
    .map((call) => {
      const { reseller, ref, planId, networkId, channel, spender, start } = call;
      return isLost(call) ? { reseller, ref, planId, networkId, channel, spender, start, end: null } : call;
    });
}

/** Judges that a ref has one ident for ever, whatever was lost in between. */
export function judgeIdents(calls: readonly Call[]): Verdict {
  const accepted = calls.filter(({ ident, altered }) => ident !== undefined && !altered);
  const refs = [...Map.groupBy(accepted, nameRef)];
  const broken = refs.flatMap(([ref, each]) => {
    const idents = [...new Set(each.map(({ ident }) => ident))];
    return idents.length > 1 ? [`${ref}: ${idents.join(", ")}`] : [];
  });
  return { name: "a ref has one ident for ever", checked: refs.length, broken };
}

const nameRef = ({ reseller, ref }: Call) => `${reseller} ${ref}`;
