/** The shop's address as a QR code, dark on white in every theme. */
export function QrCode({ slug }: { slug: string }) {
  return (
    <svg
      viewBox="0 0 100 100"
      role="img"
      aria-label="The shop's address as a QR code"
      className="w-full rounded-md bg-[#fff]"
    >
      <image href={`/s/${slug}/qr.svg`} width="100" height="100" />
    </svg>
  );
}
