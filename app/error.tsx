"use client";

import { PageError } from "./ui/page/page-error.tsx";

/** Shown when a page fails outside every layout. */
export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageError digest={error.digest} retry={retry} />
    </main>
  );
}
