/** Tasks of Roo Code, as it writes them, against the policy that models it. */
import { describe, expect, it } from 'vitest';
import { readArchive, readTrace } from '@/lib/readers/importers/testing/read-trace';
import { RooTask } from '@/lib/readers/importers/testing/roo-task';
import { measureSession } from '@/lib/engine/tokens/measure';
import { fidelityOf } from './fidelity';
import { openSession } from './opening';

/** Tokens of 4 bytes. */
const text = (tokens: number): string => 'word'.repeat(tokens);

function opened(task: RooTask) {
  const read = readArchive(task.members);
  if (!read.ok) throw new Error(read.error.message);
  const [session] = read.value.sessions;
  if (session === undefined) throw new Error('one session');
  const profile = measureSession(session);
  const opening = openSession(session.source, profile);
  if (opening.own === null) throw new Error('its own policy');
  const { own, prefixTokens } = opening;
  return { session, profile, own, fidelity: fidelityOf(profile, own, prefixTokens) };
}

/** Its last request but one has 150,500 tokens, the message after it a half more than `tokens`. */
const grown = (version: ConstructorParameters<typeof RooTask>[0], tokens: number): RooTask =>
  new RooTask(version)
    .user('Fix it')
    .call('a', { tokensIn: 10, tokensOut: 500, cacheWrites: 20_000 })
    .result('a', text(10_000))
    .call('b', { tokensIn: 10, tokensOut: 500, cacheReads: 20_010, cacheWrites: 129_980 })
    .result('b', text(tokens));

describe('a task of Roo Code', () => {
  it.each([
    ['3.43', '3.43 or later', null],
    ['3.36', '3.36 to 3.42', 'last-3'],
    ['3.35', 'up to 3.35', 'last-3-deleted'],
  ] as const)('opens under its policy, as it was in %s', (version, recorded, preset) => {
    const task = grown(version, 15_000)
      .condense(text(500), 173_100, 3_000)
      .call('c', { tokensIn: 21_000, tokensOut: 100 });
    const { session, own } = opened(task);
    expect(session.name).toBe('Fix it');
    expect(session.source).toMatchObject({ agent: 'Roo Code', agentVersion: recorded });
    expect(session.model).toBe('claude-sonnet-4-5');
    expect([own.policy.id, own.preset, own.settings['window']]).toEqual(['roo', preset, 200_000]);
  });

  it('condenses where its policy does: above 171,808', () => {
    const task = grown('3.43', 15_000)
      .condense(text(500), 173_100, 3_000)
      .call('c', { tokensIn: 21_000, tokensOut: 100 })
      .result('c', text(100))
      .call('d', { tokensIn: 22_000, tokensOut: 100 });
    const { fidelity, profile } = opened(task);
    expect([...profile.steps.real]).toEqual([20_010, 150_000, 21_000, 22_000]);
    expect(fidelity.compactions).toMatchObject([{ step: 2, outcome: 'reproduced' }]);
    expect(fidelity.disagreements).toEqual([]);
    // 150,000 + 500, and 1.5 × the message of 15,000 tokens, the details and the result's frame.
    const { value = 0, threshold } = fidelity.compactions[0] ?? {};
    expect(threshold).toBe(171_809);
    expect(value).toBeGreaterThan(173_000);
    expect(value).toBeLessThan(173_200);
  });

  it('is in the order of its times: a mark may stand before a summary that is older', () => {
    const task = grown('3.43', 15_000)
      .condense('What happened', 173_100, 3_000)
      .call('c', { tokensIn: 21_000, tokensOut: 100 })
      .result('c', text(10))
      .truncate(2, 21_200, 900)
      .call('d', { tokensIn: 900, tokensOut: 100 });
    const { session } = opened(task);
    expect(session.compactions.map(({ step, preTokens }) => [step, preTokens])).toEqual([
      [2, 173_100],
      [3, 21_200],
    ]);
    // The truncation does not hide the summary: both are sent.
    expect(session.compactions[1]?.summary).toMatchObject([
      { text: '## Conversation Summary\nWhat happened' },
      { text: expect.stringMatching(/^\[Sliding window truncation: 2 /) },
    ]);
  });

  it('of 3.35 has lost what it condensed: of two summaries the last is left, and no answer is made up', () => {
    const task = grown('3.35', 15_000)
      .condense('First', 173_100, 3_000)
      .call('c', { tokensIn: 21_000, tokensOut: 100 })
      .result('c', text(10))
      .call('d', { tokensIn: 22_000, tokensOut: 100 })
      .result('d', text(10))
      .condense('Second', 23_000, 2_000)
      .call('e', { tokensIn: 2_100, tokensOut: 100 });
    const { session } = opened(task);
    expect(session.compactions).toMatchObject([
      { step: 1, preTokens: 23_000, summary: [{ text: 'Second' }] },
    ]);
    // The call before the condensing is among the last three messages; the three before it are gone.
    expect(session.steps.map(({ real, label }) => [real, label])).toEqual([
      [22_000, 'tool-results'],
      [2_100, 'user-msg'],
    ]);
    expect(session.notices).toMatchObject([{ code: 'answer-deleted', times: 3 }]);
  });

  it('without times has a truncation behind as many messages as it hides', () => {
    const task = grown('3.43', 10)
      .truncate(2, 150_600, 100_000)
      .call('c', { tokensIn: 100_000, tokensOut: 100 });
    const read = readTrace(JSON.stringify(task.history), 'json');
    expect(read.ok && read.value.sessions[0]?.compactions).toMatchObject([
      { entry: 5, step: 2, time: null },
    ]);
  });

  it('that condenses below is said to do so earlier than its policy', () => {
    const task = grown('3.43', 5_000)
      .condense(text(500), 158_100, 3_000)
      .call('c', { tokensIn: 21_000, tokensOut: 100 });
    const { fidelity } = opened(task);
    expect(fidelity.compactions).toHaveLength(1);
    expect(fidelity.compactions[0]?.outcome).not.toBe('reproduced');
  });

  it('that only truncates is judged by its truncations', () => {
    const task = grown('3.43', 15_000)
      .truncate(2, 173_100, 150_000)
      .call('c', { tokensIn: 140_000, tokensOut: 100 });
    const { session, fidelity } = opened(task);
    expect(session.compactions).toMatchObject([
      { entry: 5, step: 2, trigger: 'auto', preTokens: 173_100, postTokens: 150_000 },
    ]);
    expect(session.compactions[0]?.kept).toEqual([
      [0, 1],
      [3, 5],
    ]);
    expect(fidelity.compactions).toMatchObject([{ step: 2, outcome: 'reproduced' }]);
  });
});
