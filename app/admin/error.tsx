"use client";

import { Broken } from "../ui/broken.tsx";

/** An admin page that failed; the navigation around it stays. */
export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return <Broken digest={error.digest} retry={retry} />;
}
