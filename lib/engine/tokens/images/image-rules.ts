/**
 * What a model charges for an image of a size in pixels, as its vendor documents it. Read in November 2026.
 * A model of no vendor's table has no rule: nothing is guessed for it.
 */
import type { ImageSize } from '@/lib/engine/session/schema';
import { claudeTokens, patchTokens, type PatchLimits } from './patches';
import { geminiTiles, openaiTiles } from './tiles';

/** The rule of a family of models. */
export interface ImageRule {
  /** Models in words. */
  readonly models: string;
  readonly pattern: RegExp;
  /** The vendor. */
  readonly owner: 'Anthropic' | 'OpenAI' | 'Google';
  /** Address of the vendor's page. */
  readonly source: string;
  /** Tokens of one image; null for one that the provider refuses. */
  readonly tokens: (size: ImageSize) => number | null;
}

/**
 * A token for each 28 px × 28 px, up to 1,568 of them and 1568 px, or 4,784 and 2576 px; the exact way of
 * shrinking: https://platform.claude.com/docs/en/build-with-claude/vision-coordinates. The earlier page's
 * width × height ÷ 750 is an approximation of it.
 */
const claude = (
  models: string,
  pattern: RegExp,
  tier: Parameters<typeof claudeTokens>[1],
): ImageRule => ({
  models,
  pattern,
  owner: 'Anthropic',
  source: 'https://platform.claude.com/docs/en/build-with-claude/vision',
  tokens: (size) => claudeTokens(size, tier),
});

/** OpenAI's page of both ways: "Model sizing behavior", "Patch-based" and "Tile-based" tokenization. */
const OPENAI = 'https://developers.openai.com/api/docs/guides/images-vision';

/** The whole name of a model, its date aside: variants with other names may have other rules. */
const named = (name: string): RegExp => new RegExp(`(?:^|[/:])(?:${name})(?![\\w.]|-[a-z])`);

/** A base and as much again for each tile; `low` detail costs the base. */
const tiled = (models: string, name: string, base: number, tile: number): ImageRule => ({
  models,
  pattern: named(name),
  owner: 'OpenAI',
  source: OPENAI,
  tokens: (size) => base + (size.detail === 'low' ? 0 : tile * openaiTiles(size)),
});

/** Sizes by detail; `auto` is what the model takes where a request names none. */
type Details = { readonly auto: PatchLimits } & Partial<
  Record<NonNullable<ImageSize['detail']>, PatchLimits>
>;

/** Tokens a patch in hundredths. */
const patched = (
  models: string,
  name: string,
  hundredths: number,
  details: Details,
): ImageRule => ({
  models,
  pattern: named(name),
  owner: 'OpenAI',
  source: OPENAI,
  tokens: (size) => patchTokens(size, details[size.detail ?? 'auto'] ?? details.auto, hundredths),
});

const high: PatchLimits = { side: 2_048, patches: 2_500 };
const original: PatchLimits = { side: 6_000, patches: 10_000 };
const unshrunk: PatchLimits = { side: 65_535, patches: null };
const thumbnail: PatchLimits = { side: 512, patches: null };
const wide: PatchLimits = { side: 2_048, patches: 6_144 };
/** Of models that the page names with a multiplier only, its earlier versions said this. */
const earlier: PatchLimits = { side: 2_048, patches: 1_536 };

/** Gemini's tokens by resolution; 258 is a tile. */
const GEMINI_3 = { low: 280, medium: 560, high: 1_120, ultra: 2_240, original: 1_120 } as const;
const GEMINI_2 = { low: 64, medium: 256 } as const;
const GEMINI_TILE = 258;

/** The first rule whose pattern matches holds. */
export const imageRules: readonly ImageRule[] = [
  claude('Claude from 4.7', /claude-((opus|sonnet|haiku)-(4[-.][7-9]|[5-9])|fable|mythos)/, {
    edge: 2_576,
    patches: 4_784,
  }),
  claude('Claude up to 4.6', /claude/, { edge: 1_568, patches: 1_568 }),
  tiled('GPT-4o mini', 'gpt-4o-mini', 2_833, 5_667),
  tiled('GPT-4o, GPT-4.1', 'gpt-4o|chatgpt-4o-latest|gpt-4\\.1', 85, 170),
  tiled('GPT-5, GPT-5.1', 'gpt-5|gpt-5-chat-latest|gpt-5\\.1', 70, 140),
  tiled('o1, o3', 'o1|o1-pro|o3', 75, 150),
  tiled('Computer use', 'computer-use-preview', 65, 129),
  patched('GPT-5.6', 'gpt-5\\.6(?:-sol|-terra|-luna)?', 120, {
    auto: unshrunk,
    original: unshrunk,
    high,
    low: thumbnail,
  }),
  patched('GPT-5.5', 'gpt-5\\.5', 120, { auto: original, original, high, low: thumbnail }),
  patched('GPT-5.4', 'gpt-5\\.4(?:-mini|-nano)?', 120, { auto: high, high, original, low: wide }),
  patched('GPT-5.2', 'gpt-5\\.2', 120, { auto: wide }),
  patched('GPT-4.1 mini', 'gpt-4\\.1-mini', 162, { auto: wide }),
  patched('GPT-4.1 nano', 'gpt-4\\.1-nano', 246, { auto: earlier }),
  patched('GPT-5 mini', 'gpt-5-mini', 120, { auto: earlier }),
  patched('GPT-5 nano', 'gpt-5-nano', 150, { auto: earlier }),
  patched('o4-mini', 'o4-mini', 172, { auto: earlier }),
  {
    models: 'Gemini 3',
    pattern: /gemini-3/,
    owner: 'Google',
    source: 'https://ai.google.dev/gemini-api/docs/media-resolution',
    tokens: ({ detail = 'high' }) => GEMINI_3[detail],
  },
  {
    // The unit's least and most: Vertex AI's page on images, and Firebase's on input files.
    models: 'Gemini 1.5 to 2.5',
    pattern: /gemini-(1\.5|2)/,
    owner: 'Google',
    source: 'https://ai.google.dev/gemini-api/docs/image-understanding',
    tokens: (size) =>
      size.detail === 'low' || size.detail === 'medium'
        ? GEMINI_2[size.detail]
        : GEMINI_TILE * geminiTiles(size),
  },
];

/** The rule of a model; null for a model of no table, and for none. */
export function imageRule(model: string | null): ImageRule | null {
  if (model === null) return null;
  return imageRules.find(({ pattern }) => pattern.test(model)) ?? null;
}
