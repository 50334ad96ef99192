import { factMoney, factText, type NotificationKinds } from "#lib/core/notification-kind";

export const shopNotifications: NotificationKinds = {
  order: {
    label: "New order in your shop",
    audience: "resellers",
    mail: false,
    push: true,
    format: ({ facts }) => ({
      title: `New order: ${factText(facts.plan)}`,
      text: `Order ${factText(facts.reference)} for ${factMoney(facts.price)}. Deliver it once it’s paid.`,
      path: "/shop",
    }),
  },
  complaint: { label: "Complaint about an order", audience: "resellers", mail: true, push: true },
};
