import { Banner } from "#app/ui/banner";
import { Time } from "#app/ui/time";
import type { PageBanner } from "#lib/core/module";

export function PageBanners({ banners }: { banners: readonly PageBanner[] }) {
  if (banners.length === 0) return null;
  return (
    <section aria-label="Announcements" className="mb-5 grid gap-2 print:hidden">
      {banners.map(({ key, warns, title, text, at }) => (
        <Banner
          key={key}
          kind={warns ? "warn" : "info"}
          title={
            <>
              {title}{" "}
              <span className="ml-1 whitespace-nowrap font-normal text-muted text-sm">
                <Time at={at} />
              </span>
            </>
          }
        >
          <p className="whitespace-pre-line break-words">{text}</p>
        </Banner>
      ))}
    </section>
  );
}
