/** The box of a drawing in pixels, and how the image fills it. */
export interface ImageSize {
  width: number;
  height: number;
  fit: "cover" | "inside";
  withoutEnlargement?: boolean;
}

export const MAX_IMAGE_BYTES = 4 * 1024 * 1024;
/** In pixels: enough for a phone's photo, and some 64 MB once decoded. */
export const MAX_IMAGE_PIXELS = 16_000_000;

export const REJECTION_EXIT_CODES = { unreadable: 2, large: 3 } as const;
