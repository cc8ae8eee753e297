/**
 * The windows that ContextGuard's CrushRegistry answers with where no `WithMaxTokens` is given.
 * achetronic/adk-utils-go, plugin/contextguard/model_registry_crush.go: the models of charm.land/catwalk by
 * their whole name; an unknown name gets 128,000. From the vendors' own lists (anthropic, openai, gemini)
 * as of 2026-11; where another provider of catwalk lists the same name, its number takes their place.
 */
import type { RegisteredWindow } from '@/lib/engine/policy/policy';

/** `crushDefaultCtxWindow`. */
const FALLBACK = 128_000;

/** Names by window. */
const lists: readonly (readonly [window: number, names: readonly string[]])[] = [
  [
    1_000_000,
    [
      ...['claude-fable-5-1', 'claude-fable-5', 'claude-opus-5', 'claude-opus-4-8'],
      ...['claude-opus-4-7', 'claude-sonnet-5', 'claude-mythos-5-1', 'claude-mythos-5'],
    ],
  ],
  [
    200_000,
    [
      ...['claude-opus-4-6', 'claude-opus-4-5-20251101', 'claude-sonnet-4-6'],
      ...['claude-sonnet-4-5-20250929', 'claude-haiku-4-5-20251001', 'claude-opus-4-1-20250805'],
      ...['claude-opus-4-20250514', 'claude-sonnet-4-20250514', 'o4-mini', 'o3', 'o3-mini'],
    ],
  ],
  [
    400_000,
    [
      ...['gpt-5.1', 'gpt-5.1-codex', 'gpt-5.1-codex-mini', 'gpt-5-codex', 'gpt-5'],
      ...['gpt-5-mini', 'gpt-5-nano'],
    ],
  ],
  [1_047_576, ['gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano']],
  [128_000, ['gpt-4o', 'gpt-4o-mini']],
  [
    1_048_576,
    [
      ...['gemini-2.5-flash', 'gemini-2.5-pro', 'gemini-3-flash-preview', 'gemini-3-pro-preview'],
      ...['gemini-3.1-flash-lite', 'gemini-3.1-pro-preview-customtools', 'gemini-3.5-flash'],
      ...['gemini-3.5-flash-lite', 'gemini-3.6-flash', 'gemini-3.7-flash', 'gemini-3.8-flash'],
    ],
  ],
];

const windows: ReadonlyMap<string, number> = new Map(
  lists.flatMap(([window, names]) => names.map((name): [string, number] => [name, window])),
);

/** The window that the registry answers for a model's name. */
export function registeredWindow(model: string): RegisteredWindow {
  const window = windows.get(model);
  if (window !== undefined) return { window, entry: model, alike: null };
  const begins = (name: string): boolean => name.startsWith(model) || model.startsWith(name);
  const alike = model === '' ? undefined : [...windows.keys()].find(begins);
  return { window: FALLBACK, entry: null, alike: alike ?? null };
}
