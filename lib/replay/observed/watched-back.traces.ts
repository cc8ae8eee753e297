import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTrace } from '@/lib/importers/testing/read-trace';
import type { Settings } from '@/lib/policies/contract/fields';
import type { Policy } from '@/lib/policies/contract/policy';
import { policies } from '@/lib/policies/registry';
import { measureSession } from '@/lib/tokens/measure';
import { withLimit } from '@/lib/tokens/limits/limits';
import type { Profile } from '@/lib/tokens/profile';
import { added, nothingWatched, watchedBack } from '../testing/watched-back';

const traces = process.env['HIGHWATER_TRACES'] ?? '';
const sources: Profile[] = [];
for (const root of [
  'public/samples',
  ...['claude-code', 'codex', 'pi'].map((k) => join(traces, k)),
]) {
  for (const file of readdirSync(root)) {
    const path = join(root, file);
    const read = readTrace(
      readFileSync(path, 'utf8'),
      file.endsWith('.json') ? 'json' : 'jsonl',
      file,
    );
    if (!read.ok) continue;
    read.value.sessions.forEach((session, i) => {
      const draft = read.value.drafts[i];
      const limit = draft === undefined ? null : withLimit(draft).head.limit;
      const profile = measureSession({ ...session, limit });
      if (
        profile.stepCount >= 20 &&
        profile.stepCount < 2_000 &&
        (profile.head.compactions.length === 0 || root === 'public/samples')
      )
        sources.push(profile);
    });
  }
}
test('table', () => {
  console.log('sources', sources.length);
  const only = process.env['ONLY']?.split(',');
  for (const policy of policies) {
    if (['recorded', 'none', 'clairvoyant', 'highwater-clairvoyant'].includes(policy.id)) continue;
    if (only && !only.includes(policy.id)) continue;
    let sum = nothingWatched;
    const t = Date.now();
    for (const profile of sources)
      for (const window of [60_000, 30_000]) {
        const base = policy.settings.parse({}) as Record<string, unknown>;
        const wanted: Record<string, unknown> = { window, summary: 'bytes', summaryBytes: 4_000 };
        const given = Object.fromEntries(Object.entries(wanted).filter(([k]) => k in base));
        const parsed = policy.settings.safeParse(given);
        sum = added(
          sum,
          watchedBack(profile, policy, (parsed.success ? parsed.data : base) as Settings),
        );
      }
    const { first, ...n } = sum;
    console.log(policy.id, JSON.stringify(n), Date.now() - t, 'ms', first);
  }
  expect(sources.length).toBeGreaterThan(0);
}, 3_600_000);
