/** Every detector over every real trace. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as builtin from '@/lib/analysis/detectors/builtin';
import type { Finding } from '@/lib/analysis/detectors/finding';
import { findings } from '@/lib/analysis/detectors/registry';
import { openSession } from '@/lib/analysis/fit/opening';
import type { Settings } from '@/lib/engine/policy/fields';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { DEFAULT_POLICY, policyOrDefault } from '@/lib/policies/registry';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { measureTrace } from '../measure-trace';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

/** Under the policy that the session opens with, under ContextGuard, and that in a tight window. */
const hosts = ['own', 'guard', 'tight'] as const;

/** A finding, and the session that it is of. */
interface Found {
  readonly file: string;
  readonly session: number;
  readonly steps: number;
  readonly policy: string;
  readonly as: (typeof hosts)[number];
  readonly finding: Finding;
}

async function foundIn(file: string): Promise<readonly Found[]> {
  const trace = await measureTrace(file, join(folder, file));
  if (!trace.ok) throw new Error(`${file}: ${trace.error.message}`);
  return trace.value.sessions.flatMap(({ draft, profile, nameOf }, session) => {
    if (profile.stepCount === 0) return [];
    const { source, notices } = draft.head;
    const opening = openSession(source, profile);
    const prepared = prepare(profile, opening.prefixTokens);
    const guard = policyOrDefault(DEFAULT_POLICY);
    const settings = sessionSettings(guard, profile.head);
    const largest = Math.max(...profile.steps.real);
    // Small enough that most sessions compact.
    const tight = { ...(settings as Settings), window: Math.max(1_000, Math.round(0.6 * largest)) };
    const runs = [opening, { policy: guard, settings }, { policy: guard, settings: tight }];
    return runs.flatMap(({ policy, settings }, i) => {
      const run = replay(prepared, policy, settings);
      const found = findings(run, { agent: source.agent, notices }, nameOf);
      const at = {
        file,
        session,
        steps: profile.stepCount,
        policy: policy.id,
        as: hosts[i] ?? 'own',
      };
      return found.map((finding) => ({ ...at, finding }));
    });
  });
}

const files = readdirSync(folder).flatMap((kind) =>
  statSync(join(folder, kind)).isDirectory()
    ? readdirSync(join(folder, kind)).map((name) => `${kind}/${name}`)
    : [],
);

test('counts the findings of each detector', { timeout: 600_000 }, async () => {
  const all: Found[] = [];
  for (const file of files) all.push(...(await foundIn(file)));
  const rows = Object.values(builtin).map(({ id }) => {
    const of = all.filter(({ finding }) => finding.detector === id);
    const counts = hosts.map((host) => of.filter((one) => one.as === host).length);
    return { id, counts, all: of.length };
  });
  console.log(['id', ...hosts].join('\t'));
  console.log(rows.map(({ id, counts }) => [id, ...counts].join('\t')).join('\n'));
  const out = process.env['HIGHWATER_FINDINGS'];
  if (out !== undefined) writeFileSync(out, JSON.stringify(all, null, 1));
  expect(rows.reduce((sum, one) => sum + one.all, 0)).toBe(all.length);
  for (const { finding, steps } of all) {
    expect(finding.sentence).not.toMatch(/NaN|undefined|Infinity|null/);
    for (const { from, to } of finding.steps) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThan(steps);
    }
  }
});
