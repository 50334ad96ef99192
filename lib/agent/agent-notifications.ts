import type { PortalEvent } from "#lib/core/event";
import { factText, type NotificationKinds, type NotificationText } from "#lib/core/notification-kind";
import { formatTime } from "#lib/core/time/time";

const follow = ({ id, kind, subject, facts }: PortalEvent) => ({
  key: `${subject} ${id}`,
  facts: { ...facts, kind },
});

/** Notifications of pairs. A notification can't be changed, so it holds no names. */
export const agentNotifications: NotificationKinds = {
  agents: {
    label: "Agents and agents’ prices",
    audience: "resellers",
    group: "money",
    follows: {
      "agent.started": follow,
      "agent.end_planned": follow,
      "agent.kept": follow,
      "agent.ended": follow,
      "agent.terms_changed": follow,
    },
    format: ({ facts }) =>
      facts.side === "parent" ? formatForParent(facts) : { ...formatForAgent(facts), path: "/prices" },
  },
};

type Facts = Record<string, unknown>;

function formatForAgent({ kind, endsAt, inForce }: Facts): Omit<NotificationText, "path"> {
  switch (kind) {
    case "agent.started":
      return {
        title: "You’re an agent now",
        text: "You buy at the prices of the reseller who invited you. See them under Prices.",
      };
    case "agent.end_planned":
      return {
        title: `Your prices change ${formatTime(new Date(factText(endsAt)))}`,
        text: "Then you stop being an agent, and pay the price of your own level. Your wallet, purchases and customers stay as they are.",
      };
    case "agent.kept":
      return { title: "You stay an agent", text: "Your prices don’t change as planned." };
    case "agent.ended":
      return {
        title: "You’re no longer an agent",
        text: "You pay the price of your own level now. Your wallet, purchases and customers stay as they are.",
      };
    default:
      return inForce
        ? { title: "Your prices changed", text: "You pay the price for agents again. See it under Prices." }
        : {
            title: "Your prices changed",
            text: "You pay the price of your own level now. See it under Prices.",
          };
  }
}

function formatForParent({ kind, inForce }: Facts): NotificationText {
  const path = "/earn";
  if (kind === "agent.started")
    return { title: "You have a new agent", text: "What they buy earns you a commission from now on.", path };
  if (kind === "agent.ended")
    return {
      title: "An agent ended",
      text: "See who and why. Purchases placed before still earn you their commission.",
      path,
    };
  return inForce
    ? { title: "Your agents pay your price again", text: "What they buy earns you a commission.", path }
    : {
        title: "Your agents pay their own level’s price now",
        text: "New purchases earn you no commission. Those placed before still do.",
        path,
      };
}
