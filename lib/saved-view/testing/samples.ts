import { findSavedViews, saveView } from "#lib/saved-view/saved-views";
import type { ActionSamples, ActionScene } from "#lib/testing/action-scene";

let made = 0;

export function actionSamples({ second }: ActionScene): ActionSamples {
  const getForm = () => {
    made += 1;
    return {
      list: `/admin/list-${"a".repeat(made)}`,
      query: "q=ada",
      name: `Ada ${made}`,
      shared: "yes",
    } as const;
  };
  const addView = async () => {
    const form = getForm();
    await saveView(second, form);
    return (await findSavedViews(second, { q: form.name }, 1))[0]?.id ?? 0;
  };
  return {
    changeView: async () => ({ id: await addView(), name: `Ben ${made}`, shared: "yes" }),
    deleteView: async () => ({ id: await addView() }),
    saveView: async () => getForm(),
  };
}
