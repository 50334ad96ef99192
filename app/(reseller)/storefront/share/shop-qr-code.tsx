/** The shop's QR code, dark on white in every theme. */
export function ShopQrCode({ slug }: { slug: string }) {
  return (
    <svg
      viewBox="0 0 100 100"
      role="img"
      aria-label="QR code of your shop"
      className="w-full rounded-md bg-[#fff]"
    >
      <image href={`/s/${slug}/qr.svg`} width="100" height="100" />
    </svg>
  );
}
