import type { ImageSize } from '@/lib/engine/session/schema';
import { fitted } from './patches';

/** OpenAI's tiles: within 2048 px, then a short side of 768 px. */
const OPENAI = { side: 2_048, short: 768, tile: 512 } as const;

/** OpenAI's tiles of 512 px that cover an image at high detail. */
export function openaiTiles(size: ImageSize): number {
  const { width, height } = fitted(size, OPENAI.side);
  const scale = Math.min(1, OPENAI.short / Math.min(width, height));
  const across = (side: number): number =>
    Math.ceil(Math.max(1, Math.floor(side * scale)) / OPENAI.tile);
  return across(width) * across(height);
}

/** Gemini's: images up to 384 px are one; others are cut into units of 256 to 768 px. */
const GEMINI = { side: 3_072, single: 384, least: 256, most: 768 } as const;

/** Gemini's tiles of an image, up to Gemini 2.5. */
export function geminiTiles(size: ImageSize): number {
  if (Math.max(size.width, size.height) <= GEMINI.single) return 1;
  const { width, height } = fitted(size, GEMINI.side);
  const short = Math.floor(Math.min(width, height) / 1.5);
  const unit = Math.min(GEMINI.most, Math.max(GEMINI.least, short));
  return Math.ceil(width / unit) * Math.ceil(height / unit);
}
