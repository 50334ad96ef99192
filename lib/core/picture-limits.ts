/** What is drawn of a picture: a box in pixels, and how the picture goes into it. */
export interface Drawing {
  width: number;
  height: number;
  fit: "cover" | "inside";
  withoutEnlargement?: boolean;
}

/** The most that may be uploaded, in bytes. */
export const PICTURE_BYTES = 4 * 1024 * 1024;
/** In pixels: enough for a phone's photo, and some 64 MB once decoded. */
export const MOST_PIXELS = 16_000_000;

/** How the drawing process ends when it draws nothing. */
export const REFUSED = { unreadable: 2, large: 3 } as const;
