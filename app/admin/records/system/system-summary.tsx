import { StateBadge } from "#app/ui/badge";
import { cx } from "#app/ui/cx.ts";
import { PageLink } from "#app/ui/page/page-link";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { TONE_SOFT_CLASS, ToneIcon } from "#app/ui/tone-icon";
import { pluralise } from "#lib/core/text/pluralise";

interface Props {
  checks: readonly { label: string; state: StateLabel; href?: string }[];
}

/** The state of the whole in one line, and of its parts below. */
export function SystemSummary({ checks }: Props) {
  const troubled = checks.filter(({ state }) => state.tone === "bad" || state.tone === "unsure").length;
  const tone = checks.some(({ state }) => state.tone === "bad") ? "bad" : troubled > 0 ? "unsure" : "good";
  return (
    <section aria-labelledby="summary" className="mb-5 rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 id="summary" className="flex items-center gap-3 font-semibold text-xl">
        <span className={cx("grid size-10 shrink-0 place-items-center rounded-full", TONE_SOFT_CLASS[tone])}>
          <ToneIcon tone={tone} className="size-6" />
        </span>
        {troubled === 0
          ? "Everything works"
          : pluralise(troubled, "part needs attention", "parts need attention")}
      </h2>
      <dl className="mt-4 grid gap-x-8 gap-y-2 sm:grid-cols-2 xl:grid-cols-4">
        {checks.map(({ label, state, href }) => (
          <div key={label} className="flex items-center justify-between gap-2 xl:block">
            <dt className="min-w-0 truncate text-muted text-sm" title={label}>
              {href ? (
                <PageLink href={href} className="underline underline-offset-4">
                  {label}
                </PageLink>
              ) : (
                label
              )}
            </dt>
            <dd className="xl:mt-1">
              <StateBadge {...state} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
