/** Opens the `details` around an element: what they hide isn’t shown in a dialog either. */
export function openAround(element: Element): void {
  const around = element.closest("details");
  if (around) around.open = true;
}
