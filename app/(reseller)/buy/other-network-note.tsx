import { TriangleAlert } from "lucide-react";
import { PlainIcon } from "#app/ui/plain-icon";

/** A soft warning: numbers move between networks, so a plan of another one may be right. */
export function OtherNetworkNote({ name }: { name: string }) {
  return (
    <p className="mt-2 flex gap-1.5 text-sm text-unsure">
      <PlainIcon icon={TriangleAlert} className="mt-0.5 size-4 shrink-0" />
      This number looks like {name}. Check the network with your customer.
    </p>
  );
}
