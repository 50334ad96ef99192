/** Approved WhatsApp templates, by the id that the portal is configured with. */
export const TEMPLATES: Readonly<Record<string, string>> = {
  "template-delivered": "{shop}: your {plan} was delivered. Order {order}: {link} No more messages: {stop}",
  "template-failed": "{shop}: your {plan} wasn’t delivered. Order {order}: {link} No more messages: {stop}",
  "template-reversed":
    "{shop}: the network reversed your {plan}. Order {order}: {link} No more messages: {stop}",
  "template-refunded":
    "{shop}: your payment for {plan} was refunded. Order {order}: {link} No more messages: {stop}",
  "template-ending": "{shop}: your {plan} ends tomorrow. Renew: {link} No more messages: {stop}",
};

/** The portal's variable for all of them. */
export const TEMPLATES_VARIABLE = Object.keys(TEMPLATES)
  .map((id) => `${id.replace("template-", "")}=${id}`)
  .join(",");

const PLACEHOLDERS = ["shop", "plan", "order", "link", "stop"];

/** Fills a template by names, or by the numbers of its placeholders. @returns undefined for an unknown one */
export function fillTemplate(id: string, values: Record<string, unknown>): string | undefined {
  return TEMPLATES[id]?.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name] ?? values[PLACEHOLDERS.indexOf(name) + 1] ?? ""),
  );
}
