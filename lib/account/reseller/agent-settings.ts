import { defineSettings } from "#lib/audit/settings/define-settings";
import { LEVEL_LABELS } from "#lib/core/level-labels";
import { choiceField, numberField, percentField, switchField } from "#lib/core/settings/fields";

/** In hundredths of a per cent. */
const MAX_MARGIN = 5_000;

/**
 * Which resellers may have agents, and what they may add to their price. Agents who exist buy at their own level's
 * price while the settings exclude their parent (`agent_terms_version`).
 */
export const agentSettings = defineSettings({
  name: "agents",
  path: "/admin/resellers/agents#agent-settings",
  find: { label: "Change agent settings", keywords: "sub-reseller commission margin parent" },
  title: "Agent settings",
  text: "Which resellers may have agents: resellers who buy at their price and earn them a commission.",
  submit: "Save agent settings",
  saved: ({ enabled }) =>
    enabled
      ? "Saved. The settings apply to the next purchase."
      : "Saved. Agents buy at their own level’s price.",
  fields: {
    enabled: switchField({ label: "Resellers can have agents", initial: false }),
    from: choiceField({
      label: "From level",
      hint: "This level and those above can have agents.",
      options: LEVEL_LABELS,
      initial: "top_user",
    }),
    most: numberField({
      label: "Agents per reseller",
      hint: "1 to 1,000. Invitations count.",
      initial: 20,
      min: 1,
      max: 1_000,
      tooMuch: "Enter at most 1,000.",
    }),
    margin: percentField({
      label: "Highest margin (%)",
      hint: "0.01 to 50, of what the parent pays. An agent’s price is never higher.",
      initial: 500,
      max: MAX_MARGIN,
    }),
  },
  redirects: "money",
  approval: { label: "Change agent settings", needs: (_before, { enabled }) => enabled },
  permission: "rules",
  audit: {
    subject: "agent settings",
    subjectId: "terms",
    codes: { "agent.settings": "changed agent settings" },
  },
});
