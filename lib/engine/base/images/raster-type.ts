import type { ByteAt } from './base64-byte';
import { pixelSize } from './pixel-size';

/** Types of images that a browser draws without running anything in them. */
export type RasterType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

const types: Readonly<Record<number, RasterType>> = {
  0x89: 'image/png',
  0xff: 'image/jpeg',
  0x47: 'image/gif',
  0x52: 'image/webp',
};

/** The type of a raster image by its own header, whatever type it is said to be; null for anything else. */
export const rasterType = (at: ByteAt): RasterType | null =>
  pixelSize(at) === null ? null : (types[at(0)] ?? null);
