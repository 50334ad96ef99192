"use client";

import { PageError } from "#app/ui/page/page-error";

/** Shown when a reseller's page fails, inside the navigation. */
export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return <PageError digest={error.digest} retry={retry} />;
}
