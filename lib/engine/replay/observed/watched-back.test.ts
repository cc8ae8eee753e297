/** A policy that watches the recording of its own replay says what it did: every value and every compaction. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import type { Settings } from '@/lib/engine/policy/fields';
import { measureSession } from '@/lib/engine/tokens/measure';
import { acting, settingsWith } from '../testing/round-trip';
import {
  added,
  differenceNames,
  nothingWatched,
  watchedBack,
  type DifferenceName,
} from '../testing/watched-back';

const profiles = ['kubernetes-agent', 'images-documents', 'cjk-emoji', 'production-incident'].map(
  (name) => {
    const file = `public/samples/${name}.json`;
    const read = readTrace(readFileSync(file, 'utf8'), 'json', file);
    const session = read.ok ? read.value.sessions[0] : undefined;
    if (session === undefined) throw new Error(`${file} cannot be read`);
    return measureSession(session);
  },
);

/** Where a policy's own recording does not hold what its code knew, and what differs for that. */
const exceptions: Readonly<Record<string, readonly DifferenceName[]>> = {
  // It sees the log less its own blanks, which no file has: not observable after the first.
  'agent-framework': ['missed', 'values', 'lastReals'],
  // Texts that it puts behind its summary are in its count, and in no log.
  'goat-as-coded': ['missed', 'values'],
  'goat-fixed': ['missed', 'extra', 'values'],
  // It asks and asks: answers that it refused, and attempts behind its breaker, are in no file.
  inspect: ['extra'],
  qwen: ['extra'],
  // It decides on requests that were never sent: it has a value only.
  'openai-truncation': ['missed'],
};

it.each(acting.map((policy) => [policy.id, policy] as const))('%s', (id, policy) => {
  let sum = nothingWatched;
  for (const profile of profiles) {
    for (const window of [60_000, 30_000]) {
      const settings = settingsWith(policy, { window, summary: 'bytes', summaryBytes: 4_000 });
      sum = added(sum, watchedBack(profile, policy, settings as Settings));
    }
  }
  const differing = differenceNames.filter((name) => sum[name] > 0);
  expect(differing, sum.first).toEqual(exceptions[id] ?? []);
  expect(sum.steps).toBeGreaterThan(1_000);
});
