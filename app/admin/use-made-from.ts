"use client";

import { useState } from "react";

type About = Readonly<Record<string, string | number>>;

/**
 * What a form is about, as it was when somebody began to fill it in: a page that follows what happens must not slip a
 * newer version under what they decided by the older one. After each answer it is what the page shows.
 */
export function useMadeFrom(about: About, answer: unknown): { about: About; begin: () => void } {
  const [kept, keep] = useState<{ about: About; answer: unknown } | null>(null);
  const current = kept !== null && kept.answer === answer ? kept.about : about;
  return { about: current, begin: () => current === about && keep({ about, answer }) };
}
