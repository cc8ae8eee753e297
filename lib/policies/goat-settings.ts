import * as z from 'zod';
import type { Profile } from '@/lib/tokens/profile';
import { calibrationSettings, estimatorSettings } from './mechanisms/estimate';
import { MESSAGE_OVERHEAD, messagesOf } from './mechanisms/messages';
import type { Provenance, RequestForm } from './policy';
import { summarySettings } from './summary';

const share = z.number().min(0).max(1);

/** What every variant of Goat's compactor can be told. */
export const goatSettings = {
  window: z.int().min(0).max(100_000_000).default(200_000).meta({
    label: 'Context window',
    unit: 'tokens',
  }),
  utilization: share.default(0.8).meta({
    label: 'Threshold',
    description: 'Compacts above this share (ThresholdPct); CriticalPct 0.95 is never asked',
  }),
  preserve: share.default(0.4).meta({ label: 'Preserved share', description: 'PreserveRatio' }),
  reserve: z.int().min(0).max(10_000_000).default(16_384).meta({
    label: 'Reserved for output',
    unit: 'tokens',
  }),
  summaryCap: z.int().min(0).max(1_000_000).default(4_096).meta({
    label: 'Summary cap',
    unit: 'tokens',
  }),
  enabled: z.boolean().default(true).meta({
    label: 'Compactor plugged in',
    description: 'Off: the NoOpCompactor that Goat itself runs with',
  }),
  ...summarySettings.shape,
  ...estimatorSettings,
  ...calibrationSettings,
};

/** Which tool results are cut short after a tool step, and to what. */
export const goatPruneSettings = {
  pruneKeep: z.int().min(0).max(1_000_000).default(10).meta({
    label: 'Newest messages not pruned',
    unit: 'messages',
  }),
  pruneAbove: z.int().min(0).max(100_000_000).default(1_000).meta({
    label: 'Prunes tool results above',
    unit: 'bytes',
  }),
  pruneTo: z.int().min(0).max(100_000_000).default(200).meta({
    label: 'Prunes them to',
    unit: 'bytes',
  }),
};

/** Of the variants that leave a placeholder where the summariser failed. */
export const goatPlaceholderSettings = {
  topicBytes: z.int().min(0).max(1_000_000).default(3).meta({
    label: 'Placeholder’s topics',
    unit: 'bytes',
    description: 'What follows “messages about: ”; the document writes “...”',
  }),
};

/** The commit that was read. */
export const goatProvenance = (path: string, fidelity: Provenance['fidelity']): Provenance => ({
  repository: 'github.com/jg-phare/goat',
  path,
  version: 'dd706f5 (2026-02-15)',
  fidelity,
});

/**
 * Goat's count of a request: ⌊bytes / 4⌋ of the system prompt, ⌊bytes / 4⌋ + 4 of each message whose
 * content is a string, 4 of any other. Each response is a message of its own, sized as it prints: the
 * `map[result:…]` around a simulated or ADK tool's answer is included. Calls, their arguments, tool
 * definitions and thoughts count nothing.
 */
export function goatForm(
  settings: { readonly images: 'bytes' | 'flat'; readonly imageTokens: number },
  profile: Profile,
  prefixTokens: number,
  wrapperBytes: number,
): RequestForm {
  const { first, sum } = messagesOf(profile);
  const each = settings.images === 'flat' ? settings.imageTokens : 0;
  const entrySum = new Int32Array(profile.entryCount + 1);
  let images = 0;
  for (let entry = 0; entry < profile.entryCount; entry++) {
    images += each * (profile.entries.inlines[entry] as number);
    entrySum[entry + 1] = (sum[first[entry + 1] as number] as number) + images;
  }
  return {
    ruler: {
      id: `goat:${each}`,
      label: 'bytes ÷ 4 + 4 a message, no tool definitions, no arguments',
      prefix: Math.max(0, prefixTokens - (profile.head.tools ?? 0)),
      sum: entrySum,
      thoughtSum: new Int32Array(profile.entryCount + 1),
      text: (bytes) => Math.floor(bytes / 4) + MESSAGE_OVERHEAD,
    },
    wrapperBytes,
  };
}
