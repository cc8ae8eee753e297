import { formatInteger } from '@/lib/engine/base/format';
import * as z from 'zod';
import { intAt } from '@/lib/engine/base/read';
import { imageCount } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { decidingSettings } from '@/lib/engine/mechanisms/estimate';
import { MESSAGE_OVERHEAD, messagesOf } from '@/lib/engine/mechanisms/messages';
import { mostOfShare } from '@/lib/engine/mechanisms/most-of-share';
import { heuristicForm, reservedForm, type Decision } from '@/lib/engine/policy/decision';
import type { Provenance, RequestForm } from '@/lib/engine/policy/policy';
import { summarySettings } from '@/lib/engine/policy/summary';
import { share, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';

/** Settings of every variant of Goat's compactor. */
export const goatSettings = {
  window: windowSetting(),
  utilization: share.default(0.8).meta({
    label: 'Threshold',
    description: 'Compacts above this share (ThresholdPct); CriticalPct 0.95 is never read',
  }),
  preserve: share.default(0.4).meta({ label: 'Preserved share', description: 'PreserveRatio' }),
  reserve: wholeSetting(16_384, [0, 10_000_000], {
    label: 'Reserved for output',
    description: 'Added to the request before it is compared with the threshold (maxOutputTokens)',
    unit: 'tokens',
  }),
  summaryCap: wholeSetting(4_096, [0, 1_000_000], {
    label: 'Summary cap',
    description: 'Most tokens of a summary',
    unit: 'tokens',
  }),
  enabled: z.boolean().default(true).meta({
    label: 'Compactor plugged in',
    description: 'Off: the NoOpCompactor that Goat itself runs with',
  }),
  ...summarySettings.shape,
  ...decidingSettings,
};

/** Settings of pruning: the tool results cut after a tool step, and their size. */
export const goatPruneSettings = {
  pruneKeep: wholeSetting(10, [0, 1_000_000], {
    label: 'Newest messages not pruned',
    description: 'Tool results in them stay whole',
    unit: 'messages',
  }),
  pruneAbove: wholeSetting(1_000, [0, 100_000_000], {
    label: 'Prunes tool results above',
    description: 'Smaller results are never cut',
    unit: 'bytes',
  }),
  pruneTo: wholeSetting(200, [0, 100_000_000], {
    label: 'Prunes them to',
    description: 'First bytes of a cut result that stay',
    unit: 'bytes',
  }),
};

/** Settings of variants that leave a placeholder if the summariser fails. */
export const goatPlaceholderSettings = {
  topicBytes: wholeSetting(3, [0, 1_000_000], {
    label: 'Placeholder’s topics',
    unit: 'bytes',
    description: 'What follows “messages about: ”; the document writes “...”',
  }),
};

/** The commit that was read. */
export const goatProvenance = (path: string, basis: Provenance['basis']): Provenance => ({
  system: 'Goat',
  repository: 'github.com/jg-phare/goat',
  path,
  version: 'dd706f5 (2026-02-15)',
  basis,
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
    images += each * intAt(profile.entries.inlines, entry);
    entrySum[entry + 1] = intAt(sum, intAt(first, entry + 1)) + images;
  }
  return {
    estimator: {
      id: `goat:${each}`,
      label: 'bytes ÷ 4 + 4 a message, no tool definitions, no arguments',
      images: imageCount(each),
      prefix: Math.max(0, prefixTokens - (profile.head.tools ?? 0)),
      sum: entrySum,
      thoughtSum: new Int32Array(profile.entryCount + 1),
      text: (bytes) => Math.floor(bytes / 4) + MESSAGE_OVERHEAD,
    },
    wrapperBytes,
  };
}

/** Share of the window, plus the reserve in the value: what the code compares. */
export const goatDecision: Decision<
  Pick<z.infer<z.ZodObject<typeof goatSettings>>, 'window' | 'utilization' | 'reserve' | 'enabled'>
> = {
  relation: '>',
  unit: 'tokens',
  thresholdRule: 'fires above threshold share × window; the reserve is added to the request',
  // A window of 0 or less is full by definition.
  threshold: ({ window, utilization, enabled }) => {
    if (!enabled) return Infinity;
    return window > 0 ? mostOfShare(window, utilization) : -1;
  },
  thresholdFormula: ({ window, utilization }) => `${utilization} × ${formatInteger(window)}`,
  path: () => ['window', 'utilization'],
  value: [reservedForm(heuristicForm)],
  ownCount: true,
};
