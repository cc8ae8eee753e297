import { describe, expect, it } from 'vitest';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import type { RecordedCompaction, Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { claimedPolicy, type ClaimSource } from './claimed-policy';
import { fidelityOf } from './fidelity';
import { fidelityWords, lackingWords } from './fidelity-words';
import type { Fidelity } from './judgement';
import { fitThreshold } from './fitted-threshold';

/** Triggers and counts of a picture's compactions, in order; automatic where left out. */
type Said = readonly Partial<Pick<RecordedCompaction, 'trigger' | 'preTokens'>>[];

function recorded(picture: string, said: Said = []): Session {
  const session = textSession(picture);
  const compactions = session.compactions.map((one, i) => ({
    ...one,
    trigger: 'auto' as const,
    ...said[i],
  }));
  return { ...session, compactions };
}

const source: ClaimSource = { format: 'claude-code', agent: 'Claude Code', agentVersion: '2.1.40' };

function judge(session: Session, from: ClaimSource = source): Fidelity {
  const profile = measureSession(session);
  const claim = claimedPolicy(from, profile.head);
  if (claim === null) throw new Error('A policy claims it');
  return fidelityOf(profile, claim, 0);
}

const outcomes = ({ compactions }: Fidelity) =>
  compactions.map(({ step, outcome, value, tokens }) => [step, outcome, value, tokens]);

/** A run that grows by 1,000 a step to 167,100, then a second of the same. */
const two = `
  limit 200000
  u 400
  -- 165000
  m 400
  u 4000
  -- 166100
  m 400
  u 4000
  == compact 4000
  -- 30000
  m 400
  u 4000
  -- 166500
  m 4
  u 4
  == compact 4000
  -- 31000
`;

/** The policy asks at step 1 (166,000 + 100 + 1,000) and at step 2, where the recording compacts. */
const oneEarly = `
  limit 200000
  u 400
  -- 166000
  m 400
  u 4000
  -- 167100
  m 400
  u 400
  == compact 4000
  -- 30000
`;

describe('each recorded compaction', () => {
  it('is at the same step only where none was asked for before it', () => {
    const { compactions } = judge(recorded(oneEarly));
    expect(compactions.map(({ outcome, early }) => [outcome, early])).toEqual([['reproduced', 1]]);
    expect(judge(recorded(two)).compactions.map(({ early }) => early)).toEqual([0, 0]);
  });

  it('is reproduced or not, independent of the one before', () => {
    // Step 2: 166,100 + 100 + 1,000 = 167,200 ≥ 167,000. Step 4: 166,500 + 1 + 1: 498 too few.
    const fidelity = judge(recorded(two, [{ preTokens: 167_250 }, { preTokens: 167_010 }]));
    expect(outcomes(fidelity)).toEqual([
      [2, 'reproduced', 167_200, 200],
      [4, 'held', 166_502, -498],
    ]);
    expect(fidelity.compactions[1]?.held).toBe(31_100);
    expect(fidelity.compactions[1]?.why).toBe(
      'At the recorded step the policy’s value is 498 below its threshold; the agent counted 508 more than the recording shows of the request.',
    );
    expect(fidelityWords(fidelity)).toBe('reproduces 1 of 2 recorded compactions');
  });

  it('at which the policy holds shows by how much, and what the agent counted', () => {
    const fidelity = judge(
      recorded('limit 200000\nu 400\n-- 150000\nm 400\nu 4000\n== compact 4000\n-- 30000', [
        { preTokens: 151_000 },
      ]),
    );
    expect(outcomes(fidelity)).toEqual([[1, 'held', 151_100, -15_900]]);
    expect(fidelity.compactions[0]?.why).toContain(
      'the agent’s own count was 16,000 below it as well',
    );
    expect(fidelityWords(fidelity)).toBe('reproduces 0 of 1 recorded compaction');
  });

  it('that the policy asks for a step before too is the same, and the step before a disagreement', () => {
    const early =
      'limit 200000\nu 400\n-- 166000\nm 400\nu 4000\n-- 167500\nm 400\nu 400\n== compact 4000\n-- 30000';
    const fidelity = judge(recorded(early, [{ preTokens: 167_900 }]));
    // Step 1: 166,000 + 1,100. Step 2 on recorded counts: 167,500 + 200.
    expect(outcomes(fidelity)).toEqual([[2, 'reproduced', 167_700, 700]]);
    expect(fidelity.compactions[0]?.held).toBe(167_100);
    expect(fidelity.disagreements).toEqual([
      { step: 1, steps: 1, value: 167_100, threshold: 167_000 },
    ]);
    expect(fidelityWords(fidelity)).toBe(
      'reproduces 1 of 1 recorded compaction; asks 1 time where the recording does not compact',
    );
  });

  it('with which a recording begins cannot be observed', () => {
    const fidelity = judge(recorded('limit 200000\nu 400\n== compact 40\n-- 30000\nm 4\n-- 30010'));
    expect(fidelity.compactions.map(({ outcome }) => outcome)).toEqual(['not-observable']);
    expect(fidelity.judged).toBe(0);
  });

  it('lists manual ones and those at the end, and judges neither', () => {
    const manual =
      'limit 200000\nu 400\n-- 90000\nm 400\n== compact 40\nu 4\n-- 30000\nm 4\n== compact 40';
    const fidelity = judge(recorded(manual, [{ trigger: 'manual' }, {}]));
    expect(fidelity.compactions.map(({ outcome }) => outcome)).toEqual(['manual', 'trailing']);
    expect([fidelity.judged, fidelity.reproduced, fidelity.manual]).toEqual([0, 0, 1]);
  });

  it('judges one whose trigger is not recorded, and says so', () => {
    const fidelity = judge(recorded(two, [{ trigger: 'unknown' }, {}]));
    expect([fidelity.judged, fidelity.unknown, fidelity.unknownReproduced]).toEqual([2, 1, 1]);
    expect(fidelity.compactions[0]?.why).toContain('does not say what triggered it');
    expect(fidelityWords(fidelity)).toBe(
      'reproduces 0 of 1 recorded compaction and 1 of 1 whose trigger is not recorded',
    );
  });

  it('of unknown trigger far below the threshold is no miss', () => {
    const far = two.replaceAll('166500', '60000');
    const fidelity = judge(recorded(far, [{}, { trigger: 'unknown', preTokens: 61_000 }]));
    expect([fidelity.judged, fidelity.reproduced]).toEqual([1, 1]);
    expect(fidelity.compactions[1]).toMatchObject({
      outcome: 'far-below',
      why: 'It may be its user’s, as the file names no trigger and 61,000 tokens are far below the threshold of 167,000; it does not count against the policy.',
    });
    // The agent says that it compacted by itself, or counted more than the file shows.
    for (const said of [
      { preTokens: 61_000 },
      { trigger: 'unknown', preTokens: 150_000 } as const,
    ]) {
      expect(judge(recorded(far, [{}, said])).compactions[1]?.outcome).toBe('held');
    }
  });

  it('is far below its threshold below half of it, where as much again would have fitted', () => {
    const at = (preTokens: number) =>
      judge(recorded(two.replaceAll('166500', '60000'), [{}, { trigger: 'unknown', preTokens }]))
        .compactions[1]?.outcome;
    expect([at(83_499), at(83_500)]).toEqual(['far-below', 'held']);
    // Without a request that was counted the agent's own count says it.
    const uncounted = 'limit 200000\nu 400\n-- ?\nm 400\nu 400\n== compact 40\n-- 20000';
    const none = recorded(uncounted, [{ trigger: 'unknown', preTokens: 83_499 }]);
    expect(judge(none).compactions[0]?.outcome).toBe('far-below');
  });

  it('counts compactions of the policy where the recording has none', () => {
    const full = 'limit 200000\nu 400\n-- 166900\nm 400\nu 400\n-- 167100';
    const profile = measureSession(
      recorded(
        `${full}\nm 400\nu 400\n== compact 40\n-- 20000\nm 4\nu 4\n-- 168000\nm 4\nu 4\n-- 168010`,
      ),
    );
    const claim = claimedPolicy(source, profile.head);
    const fidelity = claim && fidelityOf(profile, claim, 0);
    // 166,900 + 100 + 100 at step 1, 168,000 + 2 at step 5.
    expect(fidelity?.disagreements).toEqual([
      { step: 1, steps: 1, value: 167_100, threshold: 167_000 },
      { step: 4, steps: 1, value: 168_002, threshold: 167_000 },
    ]);
    expect(fidelity && fidelityWords(fidelity)).toContain('asks 2 times');
  });
});

describe('a result that the file lacks', () => {
  const picture = (answered: string): string => `
    limit 200000
    u 400
    -- 166000
    c Bash
    ${answered}
    == compact 4000
    -- 30000
    m 400
    u 8000
    -- 31000
  `;

  it('explains a miss, in a column of its own', () => {
    const fidelity = judge(recorded(picture(''), [{ preTokens: 167_900 }]));
    const [one] = fidelity.compactions;
    const lacks = { kind: 'results', words: 'the result of the last call' };
    expect([one?.outcome, one?.lacks]).toEqual(['held', lacks]);
    expect([fidelity.judged, fidelity.reproduced, fidelity.explained]).toEqual([1, 0, 1]);
    expect(one?.why).toBe(
      `The file lacks the result of the last call: without it the policy’s value is ${(167_000 - (one?.value ?? 0)).toLocaleString('en-US')} below its threshold. The agent counted 167,900.`,
    );
    expect(lackingWords(fidelity)).toBe('the file lacks the result of the last call');
    expect(fidelityWords(fidelity)).toBe('reproduces 0 of 1 recorded compaction, 1 explained');
  });

  it('explains nothing where the result is there', () => {
    const fidelity = judge(recorded(picture('r Bash 40'), [{ preTokens: 167_900 }]));
    expect(fidelity.compactions[0]?.lacks).toBeNull();
    expect(fidelity.explained).toBe(0);
  });
});

describe('reasoning that a Codex recording lacks', () => {
  const codex: ClaimSource = { format: 'codex', agent: 'Codex', agentVersion: '0.169.0' };
  const picture =
    'limit 190000\nu 400\n-- 170000\nm 400\nu 400\n== compact 400\n-- 20000\nm 4\n-- 20010';

  it('is named with what it would have to weigh', () => {
    const session = recorded(picture, [{ preTokens: 170_500 }]);
    const made = { ...session, source: { ...session.source, format: 'codex' } };
    // No response has more tokens than its entries show: the gap is not visible.
    expect(judge(made, codex).explained).toBe(0);
    const steps = made.steps.map((step) => ({ ...step, output: 9_000 }));
    expect(judge({ ...made, steps }, codex).compactions[0]?.lacks).toEqual({
      kind: 'reasoning',
      words: 'the encrypted reasoning of earlier turns',
    });
    const [one] = judge(made, codex).compactions;
    // 190,000 are 95 % of 200,000: the threshold is 180,000.
    expect(one?.threshold).toBe(180_000);
    expect(one?.why).toContain(
      `The file lacks the encrypted reasoning of earlier turns: beyond the policy’s value it would have to weigh ${(180_000 - (one?.value ?? 0)).toLocaleString('en-US')} tokens.`,
    );
  });

  it('is named with the most that it would weigh beyond the agent’s count, which came before results', () => {
    const session = recorded(picture, [{ preTokens: 165_000 }]);
    const made = { ...session, source: { ...session.source, format: 'codex' } };
    const steps = made.steps.map((step) => ({ ...step, output: 9_000 }));
    expect(judge(made, codex).compactions[0]?.why).toContain(
      'beyond the agent’s count it would have to weigh at most 15,000 tokens.',
    );
    expect(judge({ ...made, steps }, codex).compactions[0]?.why).toContain(
      'which weighs at most 15,000 tokens beyond the recorded 165,000.',
    );
  });
});

describe('an agent that compacts beside its running steps', () => {
  const copilot: ClaimSource = {
    format: 'copilot-cli',
    agent: 'GitHub Copilot CLI',
    agentVersion: '1.0.102',
  };
  /** Starts at 32,000 of 40,000: before the second request behind such a count. */
  const grown = (...reals: readonly number[]) =>
    `limit 40000\nu 400\n${reals.map((real) => `-- ${real}\nm 400\nu 400\n`).join('')}`;
  const judged = (...reals: readonly number[]) =>
    judge(recorded(`${grown(...reals)}== compact 400\n-- 8000\nm 400\nu 400\n-- 8400`), copilot);

  it('is reproduced where it landed after the policy asked, however long that took', () => {
    for (const reals of [
      [30_000, 33_000],
      [30_000, 33_000, 33_500, 34_000, 34_500, 35_000],
    ]) {
      const fidelity = judged(...reals);
      expect(fidelity.compactions.map(({ outcome }) => outcome)).toEqual(['reproduced']);
      // Between the start and the landing nothing is asked.
      expect(fidelity.disagreements).toEqual([]);
    }
  });

  it('is a miss where the policy never asked', () => {
    expect(judged(20_000, 21_000).compactions).toMatchObject([{ outcome: 'held' }]);
  });
});

describe('the policy that claims a recording', () => {
  const measured = measureSession(textSession('limit 200000\nu 4\n-- 10'));
  const withHead = (head: object) => ({ ...measured, head: { ...measured.head, ...head } });
  const of = (format: string, agentVersion: string | null = null) => {
    const profile = withHead({ source: format });
    const claim = claimedPolicy({ format, agent: 'Agent', agentVersion }, profile.head);
    return claim && [claim.policy.id, claim.preset, claim.settings['window']];
  };

  it.each([
    ['claude-code', '2.1.20', ['claude-code', 'to-2.1.20', 200_000]],
    ['claude-code', '2.0.76', ['claude-code', 'to-2.1.13', 200_000]],
    ['claude-code', '2.1.14', ['claude-code', 'to-2.1.20', 200_000]],
    ['claude-code', '2.1.21', ['claude-code', '2.1.21', 200_000]],
    ['claude-code', '2.1.30', ['claude-code', null, 200_000]],
    ['claude-code', '2.1.74', ['claude-code', null, 200_000]],
    ['claude-code', '2.1.75', ['claude-code', '2.1.75', 200_000]],
    ['claude-code', null, ['claude-code', null, 200_000]],
    // A rollout states 95 % of the model's window: 200,000 / 0.95.
    ['codex', '0.118.0', ['codex', 'reference', 210_526]],
    ['codex', '0.145.0-alpha.18', ['codex', 'reference', 210_526]],
    ['codex', '0.156.1', ['codex', null, 210_526]],
    ['pi', null, ['pi', null, 200_000]],
    ['pi', '1.5.2', ['pi', null, 200_000]],
    ['opencode', '1.1', ['opencode', null, 200_000]],
    ['opencode', null, ['opencode', null, 200_000]],
    ['opencode', '1.3.2', ['opencode', null, 200_000]],
    ['opencode', '1.14.34', ['opencode-tail', '1.14', 200_000]],
    ['opencode', '1.17.7', ['opencode-tail', '1.14', 200_000]],
    ['opencode', '1.18.33', ['opencode-tail', null, 200_000]],
    ['gemini-cli', null, ['gemini-cli', null, 200_000]],
    ['gemini-cli-telemetry', null, ['gemini-cli', null, 200_000]],
    ['copilot-cli', '1.0.102', ['copilot', null, 200_000]],
    ['goose', null, ['goose', null, 200_000]],
    ['kimi-code', '2.1.0', ['kimi', null, 200_000]],
    ['qwen-code', '0.24.4', ['qwen', null, 200_000]],
    // One of its agents is modelled.
    ['cline', null, null],
    ['openai-log', null, null],
    ['adk-session', null, ['adk-python', null, 200_000]],
  ])('%s %s', (format, version, expected) => {
    expect(of(format, version)).toEqual(expected);
  });

  it.each([
    ['0.118.0', 'gpt-5.4', 'remote-v1'],
    ['0.139.2', 'gpt-5.4', 'remote-v1'],
    ['0.145.0-alpha.18', 'gpt-5.6-sol', 'remote'],
    ['0.156.1', 'gpt-6-codex', 'remote-texts'],
    ['0.118.0', 'gpt-oss-120b', 'reference'],
    ['0.169.0', 'qwen3-coder', null],
  ])('Codex %s with %s compacts as %s: OpenAI’s models on its server', (version, model, preset) => {
    const profile = withHead({ source: 'codex', models: [model] });
    const source = { format: 'codex', agent: 'Codex', agentVersion: version };
    expect(claimedPolicy(source, profile.head)?.preset).toBe(preset);
  });

  it('takes recorded summaries where there are any', () => {
    const profile = measureSession(recorded(two));
    expect(claimedPolicy(source, profile.head)?.settings['summary']).toBe('recorded');
  });
});

describe('the fitted threshold', () => {
  it('is the least count at which it fired above everything at which it held', () => {
    const fitted = fitThreshold([judge(recorded(two, [{ preTokens: 167_250 }, {}]))]);
    // Step 2 at 167,200, step 4 at 166,502; held at most 165,100 + 1,000 before.
    expect(fitted).toEqual({
      tokens: 166_502,
      n: 2,
      sessions: 1,
      least: 166_502,
      greatest: 167_200,
      held: 166_100,
      contradicting: 0,
    });
    const settings = claudeCode.settings.parse({ observed: fitted?.tokens, summary: 'recorded' });
    const profile = measureSession(recorded(two));
    const claim = claimedPolicy(source, profile.head);
    if (claim === null || fitted === null) throw new Error('It is claimed');
    const again = fidelityOf(profile, { ...claim, settings }, 0);
    expect([again.reproduced, again.judged, again.disagreements.length]).toEqual([2, 2, 0]);
  });

  it('is not pulled down by one compaction below what was held elsewhere', () => {
    const low = recorded('limit 200000\nu 400\n-- 100000\nm 4\nu 4\n== compact 40\n-- 20000');
    const fitted = fitThreshold([judge(recorded(two)), judge(low)]);
    expect([fitted?.tokens, fitted?.n, fitted?.sessions, fitted?.contradicting]).toEqual([
      166_502, 3, 2, 1,
    ]);
  });

  it('is missing without an automatic compaction', () => {
    expect(fitThreshold([judge(recorded('u 4\n-- 10'))])).toBeNull();
    const manual = recorded(two, [{ trigger: 'manual' }, { trigger: 'manual' }]);
    expect(fitThreshold([judge(manual)])).toBeNull();
  });
});
