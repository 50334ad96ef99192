"use client";

import { PageError } from "#app/ui/page/page-error";

export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return <PageError digest={error.digest} retry={retry} />;
}
