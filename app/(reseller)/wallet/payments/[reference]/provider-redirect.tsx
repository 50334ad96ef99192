"use client";

import { useEffect } from "react";

/**
 * Continues to the provider's page in place of this one, so that “back” leads to the form. A form may not
 * leave the portal itself (`form-action`); without script, the page has a link.
 */
export function ProviderRedirect({ page }: { page: string }) {
  useEffect(() => {
    location.replace(page);
    // A page that the browser kept as it was left is still on its way to the provider.
    const reload = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener("pageshow", reload);
    return () => removeEventListener("pageshow", reload);
  }, [page]);
  return null;
}
