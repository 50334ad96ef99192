import QRCode from "qrcode";

/** A text as a QR code, drawn as SVG: dark on light whatever the theme, so that every camera reads it. */
export function qrCode(text: string): Promise<string> {
  return QRCode.toString(text, { type: "svg", errorCorrectionLevel: "M", margin: 2 });
}
