/** Every recorded compaction of the real traces under the policy that models its agent. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTrace } from '@/lib/importers/testing/read-trace';
import { knownPrefix } from '@/lib/replay/prepare';
import { measureSession } from '@/lib/tokens/measure';
import { claimedPolicy } from './claimed-policy';
import { fitThreshold } from './fitted-threshold';
import { fidelityOf } from './fidelity';
import { fidelityWords } from './fidelity-words';
import type { Fidelity } from './judgement';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

interface Row {
  readonly file: string;
  readonly agent: string;
  readonly fidelity: Fidelity | null;
}

const rows: readonly Row[] = ['claude-code', 'codex', 'pi'].flatMap((kind) =>
  readdirSync(join(folder, kind)).flatMap((file) => {
    const text = readFileSync(join(folder, kind, file), 'utf8');
    const read = readTrace(text, file.endsWith('.json') ? 'json' : 'jsonl', file);
    if (!read.ok) throw new Error(`${file}: ${read.error.message}`);
    return read.value.sessions
      .filter(({ compactions }) => compactions.length > 0)
      .map((session) => {
        const profile = measureSession(session);
        const claim = claimedPolicy(session.source, profile.head);
        const { agent, agentVersion } = session.source;
        return {
          file: `${kind}/${file}`,
          agent: `${agent} ${agentVersion ?? '?'}`,
          fidelity: claim && fidelityOf(profile, claim, knownPrefix(profile)),
        };
      });
  }),
);

const cell = (value: number | null): string =>
  value === null ? '–' : value.toLocaleString('en-US');

test('prints the table', () => {
  const lines = rows.flatMap(({ file, agent, fidelity }) => {
    if (fidelity === null) return [`${file} (${agent}): no policy claims it`];
    const { policyId, preset, compactions, extras, whole } = fidelity;
    return [
      `${file} (${agent}): ${policyId}${preset === null ? '' : `/${preset}`} ${fidelityWords(fidelity)}`,
      ...compactions.map(
        (one) =>
          `    step ${one.step} ${one.trigger} ${one.outcome} steps ${cell(one.steps)} pre ${cell(one.preTokens)} value ${cell(one.value)} threshold ${cell(one.threshold)} distance ${cell(one.tokens)} held ${cell(one.held)}`,
      ),
      ...extras.map(
        ({ step, value, threshold }) => `    extra at ${step}: ${value} ≥ ${threshold}`,
      ),
      `    fitted ${JSON.stringify(fitThreshold([fidelity]))}`,
      `    whole replay: steps ${whole.steps.join(', ') || 'none'}; ${whole.same} of the recorded`,
    ];
  });
  process.stdout.write(`\n${lines.join('\n')}\n`);
  expect(rows.length).toBeGreaterThan(0);
});
