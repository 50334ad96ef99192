/** Submits the same twice at once, as two clicks or two processes do. Either may be rejected. */
export async function submitTwice(submit: () => Promise<unknown>): Promise<void> {
  await Promise.allSettled([submit(), submit()]);
}
