/** Every recorded compaction of the real traces under the policy that models its agent. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { withLimit } from '@/lib/engine/tokens/limits/limits';
import { measureSession } from '@/lib/engine/tokens/measure';
import { fitThreshold } from './fitted-threshold';
import { fidelityOf } from './fidelity';
import { fidelityWords, neverWords } from './fidelity-words';
import type { Fidelity } from './judgement';
import { openSession } from './opening';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

interface Row {
  readonly file: string;
  readonly agent: string;
  readonly inferred: string | null;
  readonly fidelity: Fidelity;
}

/** Every session of an agent that a policy models, opened as the product opens it. */
const rows: readonly Row[] = ['claude-code', 'codex', 'gemini-cli', 'pi'].flatMap((kind) =>
  readdirSync(join(folder, kind)).flatMap((file) => {
    const text = readFileSync(join(folder, kind, file), 'utf8');
    const read = readTrace(text, file.endsWith('.json') ? 'json' : 'jsonl', file);
    if (!read.ok) throw new Error(`${file}: ${read.error.message}`);
    const { sessions, drafts } = read.value;
    return sessions.flatMap((session, i): readonly Row[] => {
      const draft = drafts[i];
      const limit = draft === undefined ? null : withLimit(draft).head.limit;
      const profile = measureSession({ ...session, limit });
      const { own, prefixTokens } = openSession(session.source, profile);
      if (own === null) return [];
      const { agent, agentVersion, lane } = session.source;
      const fidelity = fidelityOf(profile, own, prefixTokens);
      const name = `${agent} ${agentVersion ?? '?'} ${lane}`;
      return [{ file: `${kind}/${file}`, agent: name, inferred: own.inferred, fidelity }];
    });
  }),
);

const cell = (value: number | null): string =>
  value === null ? '–' : value.toLocaleString('en-US');

test('prints the table', () => {
  const lines = rows.flatMap(({ file, agent, inferred, fidelity }) => {
    const said = inferred === null ? [] : [`    inferred: ${inferred}`];
    if (fidelity.compactions.length === 0) {
      const never = fidelity.disagreements.length === 0 ? [] : [`    ${neverWords(fidelity)}`];
      const all = [...said, ...never];
      return all.length === 0 ? [] : [`${file} (${agent})`, ...all];
    }
    const { policyId, preset, compactions, disagreements } = fidelity;
    return [
      `${file} (${agent}): ${policyId}${preset === null ? '' : `/${preset}`} ${fidelityWords(fidelity)}`,
      ...compactions.map(
        (one) =>
          `    step ${one.step} ${one.trigger} ${one.outcome} pre ${cell(one.preTokens)} value ${cell(one.value)} threshold ${cell(one.threshold)} distance ${cell(one.tokens)} held ${cell(one.held)}`,
      ),
      ...disagreements.map(
        ({ step, steps, value, threshold }) =>
          `    asks at ${step} (${steps} steps): ${value} ≥ ${threshold}`,
      ),
      ...said,
      `    fitted ${JSON.stringify(fitThreshold([fidelity]))}`,
    ];
  });
  process.stdout.write(`\n${lines.join('\n')}\n`);
  expect(rows.length).toBeGreaterThan(0);
});
