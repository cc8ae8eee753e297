import { describe, expect, it } from 'vitest';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { prepare } from '@/lib/replay/prepare';
import type { RecordedCompaction, Session } from '@/lib/session/schema';
import { textSession } from '@/lib/session/testing/text-session';
import { measureSession } from '@/lib/tokens/measure';
import { claimedPolicy, type ClaimSource } from './claimed-policy';
import { fidelityOf } from './fidelity';
import { fidelityWords, lackingWords } from './fidelity-words';
import type { Fidelity } from './judgement';
import { fitThreshold } from './fitted-threshold';
import { recordedRunProfile } from './recorded-run';
import { recordedViews } from '@/lib/replay/recorded-view';

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
  compactions.map(({ step, outcome, steps, value, tokens }) => [
    step,
    outcome,
    steps,
    value,
    tokens,
  ]);

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

describe('each recorded compaction in its own run', () => {
  it('is reproduced, early, late or not at all, independent of the one before', () => {
    // Step 2: 166,100 + 100 + 1,000 = 167,200 ≥ 167,000. Step 4: 166,500 + 1 + 1: 498 too few.
    const fidelity = judge(recorded(two, [{ preTokens: 167_250 }, { preTokens: 167_010 }]));
    expect(outcomes(fidelity)).toEqual([
      [2, 'reproduced', 0, 167_200, 200],
      [4, 'not-fired', null, 166_502, -498],
    ]);
    expect(fidelity.compactions[1]?.held).toBe(31_100);
    expect(fidelity.compactions[1]?.why).toBe(
      'At the recorded step the policy’s value is 498 below its threshold; the agent counted 508 more than the recording shows of the request.',
    );
    expect(fidelityWords(fidelity)).toBe('reproduces 1 of 2 recorded compactions, not fired');
  });

  it('counts the steps by which the policy is late', () => {
    // Recorded at step 1 with 150,000; the run goes on over it: 30,000 recorded, 17,000 a step more.
    const late = `
      limit 200000
      u 400
      -- 150000
      m 400
      u 4000
      == compact 4000
      -- 30000
      m 400
      u 40000
      -- 41000
      m 400
      u 40000
      -- 52000
    `;
    const fidelity = judge(recorded(late, [{ preTokens: 151_000 }]));
    // Uncompacted, 151,100 grow by 10,100 and 10,900 …: 167,000 are reached two steps later.
    const [one] = fidelity.compactions;
    expect([one?.outcome, one?.steps, one?.fired, one?.tokens]).toEqual(['later', 2, 3, -15_900]);
    expect(one?.why).toContain('the agent’s own count was 16,000 below it as well');
    expect(fidelityWords(fidelity)).toBe(
      'reproduces 0 of 1 recorded compaction, the worst 2 steps late',
    );
  });

  it('and by which it is early', () => {
    const early =
      'limit 200000\nu 400\n-- 166000\nm 400\nu 4000\n-- 167500\nm 400\nu 400\n== compact 4000\n-- 30000';
    const fidelity = judge(recorded(early, [{ preTokens: 167_900 }]));
    // Step 1: 166,000 + 1,100. Step 2 on recorded counts: 167,500 + 200.
    expect(outcomes(fidelity)).toEqual([[2, 'earlier', -1, 167_700, 700]]);
    expect(fidelity.compactions[0]?.held).toBe(167_100);
    expect(fidelityWords(fidelity)).toContain('the worst 1 step early');
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
    expect(fidelity.judged).toBe(2);
    expect(fidelity.compactions[0]?.why).toContain('does not say what triggered it');
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
    // Run 1 fires at step 1, one early. In the last run 168,000 + 2 fire at step 5.
    expect(fidelity?.extras.map(({ step, value }) => [step, value])).toEqual([[4, 168_002]]);
    expect(fidelity && fidelityWords(fidelity)).toContain(', 1 extra');
  });

  it('replays the whole session once as well, which follows the recording through what both did', () => {
    const fidelity = judge(recorded(two));
    // It goes on with the recorded summary at step 2, and leaves the recording where it misses: at 4.
    expect(fidelity.whole).toEqual({
      steps: [2],
      same: 1,
      divergence: 4,
      highest: { step: 2, value: 167_200, threshold: 167_000 },
    });
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
    expect([one?.outcome, one?.lacks]).toEqual(['later', 'the result of the last call']);
    expect([fidelity.judged, fidelity.reproduced, fidelity.explained]).toEqual([1, 0, 1]);
    expect(one?.why).toBe(
      `The file lacks the result of the last call: without it the policy’s value is ${(167_000 - (one?.value ?? 0)).toLocaleString('en-US')} below its threshold. The agent counted 167,900.`,
    );
    expect(lackingWords(fidelity)).toBe('the file lacks the result of the last call');
    expect(fidelityWords(fidelity)).toBe(
      'reproduces 0 of 1 recorded compaction, 1 explained, the worst 1 step late',
    );
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
    expect(judge({ ...made, steps }, codex).compactions[0]?.lacks).toBe(
      'the encrypted reasoning of earlier turns',
    );
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
      'beyond the recorded 165,000 it would weigh at most 15,000 tokens.',
    );
  });
});

describe('a recorded run', () => {
  it('begins with what the compaction left and keeps the recorded counts', () => {
    const profile = measureSession(
      textSession(`
      u 400
      -- 100
      c a
      r a 4000
      m 80
      u 40
      == compact 800 kept 1-3
      -- 1200
      == elide 2
      m 40
      u 40
      -- 700
    `),
    );
    const views = recordedViews(profile);
    expect(views.map(({ step }) => step)).toEqual([0, 1, 2]);
    const [, second, third] = views;
    if (!second || !third) throw new Error('Three views');
    const run = recordedRunProfile(profile, second, 2);
    // Summary 200, the call and its response 1,004 (⌊1 / 4⌋ + ⌊4,012 / 4⌋ = 1,003), nothing else.
    expect([...run.steps.entries]).toEqual([3]);
    expect(run.sum[run.entryCount]).toBe(200 + 1_003);
    expect([...run.steps.real]).toEqual([1_200]);
    const last = recordedRunProfile(profile, third, 3);
    // The response is blanked; 10 and 10 came since.
    expect([...last.steps.entries]).toEqual([5]);
    expect(last.sum[last.entryCount]).toBe(200 + 20);
    expect(prepare(last).projection.prefix).toBe(700 - 220);
  });

  it('holds the images that it kept and that came since, but for blanked ones', () => {
    const profile = measureSession(
      textSession(`
        i image/png 90 10x10
        i image/png 90 20x20
        i image/png 90 30x30
        -- 100
        == compact 800 kept 1-3
        i image/png 90 40x40
        -- 1200
        == elide 2
        -- 700
      `),
    );
    const sides = (step: number): (readonly number[])[] => {
      const view = recordedViews(profile).find((one) => one.step === step);
      const run = view && recordedRunProfile(profile, view, step + 1);
      return (run?.head.images ?? []).map(({ entry, width }) => [entry, width]);
    };
    expect(sides(1)).toEqual([
      [1, 20],
      [2, 30],
      [3, 40],
    ]);
    expect(sides(2)).toEqual([
      [1, 20],
      [3, 40],
    ]);
  });

  it('of a session without compactions is the session', () => {
    const profile = measureSession(textSession('u 400\n-- 100\nc a\nr a 4000\n-- 1200'));
    const [whole] = recordedViews(profile);
    const run = whole && recordedRunProfile(profile, whole, profile.stepCount);
    expect(run && [...run.sum]).toEqual([...profile.sum]);
    expect(run && [...run.entries.responseBytes]).toEqual([...profile.entries.responseBytes]);
    expect(run && [...run.callOf]).toEqual([...profile.callOf]);
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

  it('is reproduced where the compaction lands', () => {
    const fidelity = judged(30_000, 33_000, 33_500, 34_000, 34_500);
    expect(outcomes(fidelity).map((one) => one.slice(0, 3))).toEqual([[5, 'reproduced', 0]]);
    expect(fidelityWords(fidelity)).toBe('reproduces 1 of 1 recorded compaction');
  });

  it('may have been quicker or slower than assumed: its value was there', () => {
    expect(judged(30_000, 33_000).compactions).toMatchObject([
      {
        outcome: 'not-fired',
        why: 'The policy’s value reaches its threshold, and its compaction runs beside the agent: after the assumed delay it does not land in this run.',
      },
    ]);
    expect(judged(30_000, 33_000, 33_500, 34_000).compactions).toMatchObject([
      {
        outcome: 'later',
        why: expect.stringMatching(/after the assumed delay it lands 1 step later/),
      },
    ]);
    expect(judged(30_000, 33_000, 33_500, 34_000, 34_500, 35_000).compactions).toMatchObject([
      { outcome: 'earlier', why: expect.stringMatching(/or the summary took longer than assumed/) },
    ]);
  });
});

describe('the policy that claims a recording', () => {
  const measured = measureSession(textSession('limit 200000\nu 4\n-- 10')).head;
  const of = (format: string, agentVersion: string | null = null) => {
    const head = { ...measured, source: format };
    const claim = claimedPolicy({ format, agent: 'Agent', agentVersion }, head);
    return claim && [claim.policy.id, claim.preset, claim.settings['window']];
  };

  it.each([
    ['claude-code', '2.1.20', ['claude-code', 'to-2.1.20', 200_000]],
    ['claude-code', '2.1.21', ['claude-code', null, 200_000]],
    ['claude-code', null, ['claude-code', null, 200_000]],
    // A rollout states 95 % of the model's window: 200,000 / 0.95.
    ['codex', '0.118.0', ['codex', 'reference', 210_526]],
    ['codex', '0.145.0-alpha.18', ['codex', 'reference', 210_526]],
    ['codex', '0.156.1', ['codex', null, 210_526]],
    ['pi', null, ['pi', '2025-12', 200_000]],
    ['pi', '1.5.2', ['pi', null, 200_000]],
    ['opencode', '1.1', ['opencode', null, 200_000]],
    ['opencode', null, ['opencode', null, 200_000]],
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
    ['adk-session', null, null],
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
    const head = { ...measured, source: 'codex', models: [model] };
    const source = { format: 'codex', agent: 'Codex', agentVersion: version };
    expect(claimedPolicy(source, head)?.preset).toBe(preset);
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
    expect([again.reproduced, again.judged, again.extras.length]).toEqual([2, 2, 0]);
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
