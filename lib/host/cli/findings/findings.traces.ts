/** Every detector over every real trace, each session as it ran. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as builtin from '@/lib/analysis/detectors/builtin';
import type { Finding } from '@/lib/analysis/detectors/finding';
import { findings } from '@/lib/analysis/detectors/registry';
import { openSession } from '@/lib/analysis/fit/opening';
import { prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import { measureTrace } from '../measure-trace';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

/** A finding, and the session that it is of. */
interface Found {
  readonly file: string;
  readonly session: number;
  readonly steps: number;
  readonly policy: string;
  readonly finding: Finding;
}

async function foundIn(file: string): Promise<readonly Found[]> {
  const trace = await measureTrace(file, join(folder, file));
  if (!trace.ok) throw new Error(`${file}: ${trace.error.message}`);
  return trace.value.sessions.flatMap(({ draft, profile, nameOf }, session) => {
    if (profile.stepCount === 0) return [];
    const { source, notices } = draft.head;
    const { policy, settings, prefixTokens } = openSession(source, profile);
    const run = replay(prepare(profile, prefixTokens), policy, settings);
    const found = findings(run, { agent: source.agent, notices }, nameOf);
    const at = { file, session, steps: profile.stepCount, policy: policy.id };
    return found.map((finding) => ({ ...at, finding }));
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
    const own = all.filter(({ finding }) => finding.detector === id);
    const sessions = new Set(own.map(({ file, session }) => `${file} ${session}`)).size;
    return { id, findings: own.length, sessions };
  });
  console.log(
    rows.map(({ id, findings: n, sessions }) => `${id}\t${n} in ${sessions} sessions`).join('\n'),
  );
  const out = process.env['HIGHWATER_FINDINGS'];
  if (out !== undefined) writeFileSync(out, JSON.stringify(all, null, 1));
  expect(rows.reduce((sum, one) => sum + one.findings, 0)).toBe(all.length);
  for (const { finding, steps } of all) {
    expect(finding.sentence).not.toMatch(/NaN|undefined|Infinity|null/);
    for (const { from, to } of finding.steps) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThan(steps);
    }
  }
});
