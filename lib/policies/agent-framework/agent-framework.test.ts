/** Hand-worked cases of the Agent Framework's strategies, from its source. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Policy } from '@/lib/engine/policy/policy';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';
import { agentFramework } from './context-window';
import { frameworkEstimator, groupsOf } from './groups';
import { agentFrameworkSummarization } from './summarization';

/** A prompt, then calls with their results; a step before each message of the model's. */
const rounds = (count: number, prompt = 'u 400'): string =>
  [prompt, '-- ?', ...Array.from({ length: count }, () => 'c t\nr t 400\n-- ?')].join('\n');

describe('the count of a message', () => {
  const profile = measureSession(textSession('u 400\nc t\nr t 400\nm 400\nt 400\nm 0\n-- ?'));
  const { sum, text } = frameworkEstimator(profile, 0);

  it('is chars ÷ 4 of its JSON, floored', () => {
    const tokens = [...profile.entries.flags].map(
      (_, entry) => (sum[entry + 1] ?? 0) - (sum[entry] ?? 0),
    );
    // 56 of a message, 5 of the assistant's role, a block's own: 28, 69 + 29 + 4, 56 + 29, 28, 38.
    expect(tokens).toEqual([484, 166, 541, 489, 499, 61].map((chars) => Math.floor(chars / 4)));
    expect(text(400)).toBe(122);
  });

  it('groups a call with its results, which become one message', () => {
    const parallel = measureSession(
      textSession('u 4\nc t\n+ c t\nr t 400\nr t 40\nm 4\nr t 40\nr t 4\nc t\nc t\n-- ?'),
    );
    const estimator = frameworkEstimator(parallel, 0);
    const { groupOf, toolGroups, saved } = groupsOf(estimator);
    expect([...groupOf]).toEqual([0, 1, 1, 1, 2, 3, 3, 4, 5]);
    expect([...toolGroups]).toEqual([1, 3, 4, 5]);
    // 61 + 28 + 16, the two results behind a name each, and 2 between them: ⌊571 ÷ 4⌋ is 142 of its 68 + 135 + 45.
    expect(saved[1]).toBe(68 + 135 + 45 - 142);
  });
});

describe('the window', () => {
  // Collapses above 1,000, drops above 1,600. 121 of the prompt; 41 + 135 of a round, 129 once it is collapsed.
  const settings = { window: 2_000, maxOutput: 0, keep: 1 };
  const run = (picture: string, more: object = {}) =>
    runPicture(agentFramework, picture, { ...settings, ...more });
  const made = run(rounds(12));
  const { decision, heuristicSent, covered, contentsSent } = made.columns;

  it.each([
    [200_000, 16_384, 0.5, 91_808],
    [128_000, 16_384, 0.5, 55_808],
    [1_001, 0, 0.5, 500],
    [1_000, 2_000, 0.5, 0],
  ])('of %i, %i of them output, has %f of the budget as its threshold: %i', (...given) => {
    const [window, maxOutput, eviction, threshold] = given;
    const chosen = agentFramework.settings.parse({ window, maxOutput, eviction });
    expect(agentFramework.decision?.threshold(chosen, 500)).toBe(threshold);
  });

  it('counts the messages alone', () => {
    expect(run(`system 4000\n${rounds(1)}`).columns.decision[1]).toBe(121 + 176);
  });

  it('collapses all tool groups but the newest above the first threshold', () => {
    expect([decision[4], decision[5]]).toEqual([825, 1_001]);
    expect(heuristicSent[5]).toBe(1_001 - 4 * 47);
    // The prompt, four messages of results, a call and its result.
    expect(contentsSent[5]).toBe(7);
    expect(kindsAt(made, 5)).toEqual(['prune']);
    // 989 at the next step, so nothing; then the two groups since.
    expect([decision[6], decision[7], heuristicSent[7]]).toEqual([989, 1_165, 1_071]);
  });

  it('drops the oldest groups above the second, down to the first', () => {
    expect([decision[11], covered[11], decision[12]]).toEqual([1_634, 0, 1_763]);
    // 1,716 left: the prompt and five collapsed groups, 121 + 645, until 1,000 are reached.
    expect([covered[12], heuristicSent[12], contentsSent[12]]).toEqual([11, 950, 8]);
    expect(kindsAt(made, 12)).toEqual(['prune', 'lost']);
    expect(textsOf(made, 'lost')[0]).toMatch(/^Entries 0 to 10 leave/);
  });

  it('dropped them at the first before pull request 7912, where collapsing did not reach it', () => {
    const early = run(rounds(7), { dropsEarly: true });
    expect([...early.columns.covered]).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(early.columns.heuristicSent[7]).toBe(1_071 - 121);
  });

  it('does nothing between the two where all tool groups are kept', () => {
    const kept = run(rounds(5), { keep: 5 });
    expect(kindsAt(kept, 5)).toEqual(['no-op']);
    expect(kept.columns.compacted[5]).toBe(0);
  });

  it('leaves nothing of a group that alone is too large', () => {
    const alone = run('u 8000\n-- ?');
    expect(kindsAt(alone, 0)).toEqual(['lost', 'exit']);
    expect([alone.columns.covered[0], alone.columns.contentsSent[0]]).toEqual([1, 0]);
  });
});

describe('the summary', () => {
  const settings = { summary: 'bytes', summaryBytes: 400 } as const;
  const run = (picture: string, more: object = {}, script?: readonly object[]) =>
    runPicture(
      agentFrameworkSummarization,
      picture,
      { ...settings, ...more },
      script === undefined ? {} : { script: script as [] },
    );

  it('comes above six messages, keeps two rounds, and comes again with each round', () => {
    const { columns } = run(rounds(5));
    expect([...columns.covered]).toEqual([0, 0, 0, 3, 5, 7]);
    expect([...columns.contentsSent]).toEqual([1, 3, 5, 5, 5, 5]);
    expect(columns.heuristicSent[3]).toBe(122 + 2 * 176);
  });

  it('keeps groups whole', () => {
    const wide = `u 400\nm 4\nu 4\n-- ?\nc t\n+ c t\n+ c t\n${'r t 40\n'.repeat(3)}-- ?`;
    // Seven messages; the newest group has four of them.
    expect([...run(wide).columns.covered]).toEqual([0, 3]);
    // With five to keep, the message before it stays too.
    expect([...run(wide, { target: 5, extra: 0 }).columns.covered]).toEqual([0, 2]);
  });

  it('has nothing to summarise where all is one group', () => {
    const one = run(`c t\n${'r t 40\n'.repeat(6)}-- ?`);
    expect([one.columns.compacted[0], kindsAt(one, 0)]).toEqual([0, ['no-op']]);
  });

  it.each([{ fail: true }, { empty: true }])('changes nothing after %o', (outcome) => {
    const made = run(rounds(3), {}, [outcome]);
    expect(kindsAt(made, 3)).toEqual(['failure']);
    expect([made.columns.covered[3], made.columns.contentsSent[3]]).toEqual([0, 7]);
  });
});

describe('the production incident', () => {
  const session = prepare(measureSession(productionIncident.build()));
  const under = (policy: Policy) => replay(session, policy, policy.settings.parse({})).columns;

  it('is refused under the window: its count is far below the threshold', () => {
    const { decision, compacted, real } = under(agentFramework);
    expect(Math.max(...decision)).toBe(34_529);
    expect(compacted).not.toContain(1);
    expect(Math.max(...real)).toBe(200_819);
  });

  it('passes under the summary, which comes at 141 of 144 steps', () => {
    const { compacted, real } = under(agentFrameworkSummarization);
    expect(compacted.filter((one) => one === 1)).toHaveLength(141);
    expect(Math.max(...real)).toBe(176_910);
  });
});
