/** Fields that their reader typed into or chose from. */
const touched = new Set<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>();

/** Notes the fields with input on all pages. @returns a function that stops it */
export function watchTypedInput(): () => void {
  const note = ({ target }: Event) => {
    if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
      touched.add(target);
  };
  document.addEventListener("input", note, true);
  return () => document.removeEventListener("input", note, true);
}

/**
 * Whether leaving this page would lose something that its reader typed: a field that is still there and not
 * empty, or a purchase under review. A search is in the address, and a saved form is done with.
 */
export function hasTypedInput(): boolean {
  for (const field of touched) if (!field.isConnected) touched.delete(field);
  const isKept = ({ form, value }: { form: HTMLFormElement | null; value: string }) =>
    form !== null && value !== "" && !form.hasAttribute("data-saved") && !form.closest("search");
  return [...touched].some(isKept) || document.querySelector("form[data-review]") !== null;
}
