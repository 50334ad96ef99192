import type { ReactNode } from "react";
import type { Icon } from "#app/ui/icon/define-icon";
import { History, TriangleAlert } from "#app/ui/icon/icons.ts";
import type { Recipient } from "#lib/customer/recipients";

/** A soft warning: numbers move between networks, so a plan of another one may be right. */
export function OtherNetworkNote({ name }: { name: string }) {
  return (
    <NumberNote icon={TriangleAlert}>
      This number looks like {name}. Check the network with your customer.
    </NumberNote>
  );
}

/** Says all day what the number already got, so that it isn't sent twice by mistake. */
export function SentTodayNote({ today: { size, clock, state } }: { today: NonNullable<Recipient["today"]> }) {
  return (
    <NumberNote icon={History}>
      You sent {size} to this number at {clock}.{STATE_TEXTS[state]}
    </NumberNote>
  );
}

/** Says at once that a number is wrong, before a plan is chosen for it. */
export function NumberProblemNote({ text }: { text: string }) {
  return text && <NumberNote icon={TriangleAlert}>Check the number. {text}</NumberNote>;
}

const STATE_TEXTS = {
  delivered: "",
  processing: " It’s still processing.",
  unconfirmed: " The network hasn’t confirmed it yet.",
};

function NumberNote({ icon: Icon, children }: { icon: Icon; children: ReactNode }) {
  return (
    <p className="mt-2 flex gap-1.5 text-sm text-unsure">
      <Icon className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
