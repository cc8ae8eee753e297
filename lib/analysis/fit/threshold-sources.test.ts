import { expect, it } from 'vitest';
import { claudeCode, contextGuardThreshold } from '@/lib/policies/builtin';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { openSession } from './opening';
import { thresholdSources, type SourcedOperand } from './threshold-sources';

const agent = { format: 'picture', agent: 'Test', agentVersion: null };

/** The sources of a session's last step, under ContextGuard with `changed` settings. */
function sourcesOf(
  lines: readonly string[],
  changed: object = {},
): Readonly<Record<string, SourcedOperand>> {
  const profile = measureSession(textSession(lines.join('\n')));
  const session = prepare(profile);
  const opening = openSession(agent, profile);
  const settings = contextGuardThreshold.settings.parse({ ...opening.settings, ...changed });
  const made = replay(session, contextGuardThreshold, settings);
  const rows = thresholdSources(made, profile.stepCount - 1, opening);
  return Object.fromEntries(rows.map((row) => [row.id, row]));
}

it('lists what moves the threshold: window and buffer rule, not the cap', () => {
  const sources = sourcesOf(['u 400', '-- 1000']);
  expect(Object.keys(sources)).toEqual(['window', 'boundary', 'threshold', 'limit']);
  expect(sources['window']).toMatchObject({ value: '200,000', source: 'default' });
  expect(sources['threshold']).toMatchObject({ value: '180,000', against: null });
  expect(sources['limit']).toMatchObject({
    value: 'unknown',
    source: 'neither the recording nor the catalogue of models has one',
  });
});

it('says that a window is the recorded limit, or was set here', () => {
  const lines = ['limit 150000', 'u 400', '-- 1000'];
  expect(sourcesOf(lines)['window']?.source).toBe('the limit: the recording names it');
  expect(sourcesOf(lines, { window: 90_000 })['window']?.source).toBe(
    'set here: the link holds it',
  );
});

it('names what the provider did against a limit', () => {
  const accepted = sourcesOf(['limit 150000', 'u 400', '-- 151000', 'u 400', '-- 1000']);
  expect(accepted['limit']?.against).toBe('The provider accepted 151,000 tokens at step 0.');
  const refused = sourcesOf(['limit 150000', 'u 400', '-- 120000 > 0', 'u 400', '-- 1000']);
  expect(refused['limit']?.against).toBe(
    'The provider refused 120,000 tokens at step 0, which is not above it.',
  );
  const named = sourcesOf(['limit 150000', 'u 400', '-- 160000 > 140000']);
  expect(named['limit']).toMatchObject({
    value: '140,000',
    source: 'the recording: this step’s rejection names it',
    against: null,
  });
});

it('holds an agent’s own threshold against where it compacted', () => {
  const lines = ['model claude-opus-4-6', 'limit 200000', 'u 400', '-- 100000'];
  const session = textSession([...lines, '== compact 400 auto', 'u 400', '-- 9000'].join('\n'));
  const compactions = session.compactions.map((one) => ({ ...one, preTokens: 100_000 }));
  const profile = measureSession({ ...session, compactions });
  const source = { format: 'claude-code', agent: 'Claude Code', agentVersion: '2.1.37' };
  const opening = openSession(source, profile);
  expect(opening.own?.inferred).not.toBeNull();
  const made = replay(prepare(profile), claudeCode, claudeCode.settings.parse(opening.settings));
  const own = thresholdSources(made, 1, opening);
  expect(own.find(({ id }) => id === 'threshold')?.against).toBeNull();
  expect(own.some(({ source }) => source.startsWith('inferred from the recording'))).toBe(true);
  const assumed = claudeCode.settings.parse(opening.own?.assumed ?? {});
  const wrong = thresholdSources(replay(prepare(profile), claudeCode, assumed), 1, opening);
  expect(wrong.find(({ id }) => id === 'threshold')?.against).toMatch(
    /^Step 1 compacted by itself at 100,000 tokens, below a threshold of /,
  );
});
