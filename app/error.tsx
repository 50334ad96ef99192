"use client";

import { Broken } from "./ui/broken.tsx";

/** A page that failed where no shell was left around it. */
export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Broken digest={error.digest} retry={retry} />
    </main>
  );
}
