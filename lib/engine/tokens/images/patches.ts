import { firstWhere } from '@/lib/engine/base/search';
import type { ImageSize } from '@/lib/engine/session/schema';

type Pixels = Pick<ImageSize, 'width' | 'height'>;

const cells = ({ width, height }: Pixels, side: number): number =>
  Math.ceil(width / side) * Math.ceil(height / side);

/** Shrinks to sides of at most `most` pixels, each rounded; smaller images stay. */
export function fitted(size: Pixels, most: number): Pixels {
  const scale = most / Math.max(size.width, size.height);
  if (scale >= 1) return size;
  const side = (pixels: number): number => Math.max(1, Math.round(pixels * scale));
  return { width: side(size.width), height: side(size.height) };
}

/** Side of a patch for Claude. */
const CLAUDE_PATCH = 28;

/** Most pixels of the long edge, padded to whole patches, and most patches. */
interface ClaudeTier {
  readonly edge: number;
  readonly patches: number;
}

/** Rounds halves to the even number, as the vendor does. */
function roundEven(value: number): number {
  const rounded = Math.round(value);
  return rounded - value === 0.5 && rounded % 2 === 1 ? rounded - 1 : rounded;
}

/**
 * A token for each patch of 28 px, of the largest size with the image's proportions that keeps within the
 * edge and the patches.
 */
export function claudeTokens({ width, height }: Pixels, { edge, patches }: ClaudeTier): number {
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  const shrunk = (to: number): Pixels => ({
    width: to,
    height: Math.max(1, roundEven((short * to) / long)),
  });
  const fits = (size: Pixels): boolean =>
    Math.ceil(size.width / CLAUDE_PATCH) * CLAUDE_PATCH <= edge &&
    cells(size, CLAUDE_PATCH) <= patches;
  const first = firstWhere(1, long + 1, (to) => !fits(shrunk(to)));
  return cells(shrunk(Math.max(1, first - 1)), CLAUDE_PATCH);
}

/** Most pixels of a side, and most patches; null where the image is not shrunk to a number of them. */
export interface PatchLimits {
  readonly side: number;
  readonly patches: number | null;
}

/** Side of a patch for OpenAI, and the most that a request may hold of one image. */
const OPENAI_PATCH = 32;
const MOST_PATCHES = 30_000;

/** Hundredths of a token for each patch of 32 px, rounded up; null for an image that is refused. */
export function patchTokens(size: Pixels, limits: PatchLimits, hundredths: number): number | null {
  const within = fitted(size, limits.side);
  const many = limits.patches !== null && cells(within, OPENAI_PATCH) > limits.patches;
  const last = many ? shrunkTo(within, limits.patches) : within;
  const patches = cells(last, OPENAI_PATCH);
  return patches > MOST_PATCHES ? null : Math.ceil((patches * hundredths) / 100);
}

/** Shrinks to a number of patches, then until one side is whole patches; the sides are cut to whole pixels. */
function shrunkTo({ width, height }: Pixels, patches: number): Pixels {
  const shrink = Math.sqrt((OPENAI_PATCH ** 2 * patches) / (width * height));
  const whole = (side: number): number => {
    const across = (side * shrink) / OPENAI_PATCH;
    return Math.floor(across) / across;
  };
  const scale = shrink * Math.min(whole(width), whole(height));
  const side = (pixels: number): number => Math.max(1, Math.floor(pixels * scale));
  return { width: side(width), height: side(height) };
}
