/** Hand-worked cases of the AI SDK's pruning. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import { kindsAt, textsOf } from '../testing/run-picture';
import { sizedLog } from '../testing/sized-log';
import { aiSdkPrune } from './policy';

const run = (log: string, settings: object) => {
  const chosen = aiSdkPrune.settings.parse(settings);
  return replay(prepare(sizedLog(log, 1), 0), aiSdkPrune, chosen);
};

describe('the count', () => {
  it.each([
    // [{"role":"user","content":""}] is 30 chars: with 70 more they are 25 tokens, which is not more than 25.
    [70, 25, []],
    [71, 26, ['no-op']],
  ])('of a text of %i is %i', (text, tokens, kinds) => {
    const made = run(`u${text} -`, { trigger: 25 });
    expect(made.columns.decision[0]).toBe(tokens);
    expect(kindsAt(made, 0)).toEqual(kinds);
  });

  it('holds the JSON around calls and results, and no system prompt', () => {
    const messages = [
      { role: 'user', content: 'xxxx' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'xxxxxxx' },
          {
            type: 'tool-call',
            toolCallId: 'x'.repeat(29),
            toolName: 'read',
            input: { pa: 'xxxxx' },
          },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'x'.repeat(29),
            toolName: 'read',
            output: { type: 'text', value: 'xxxxxxxxx' },
          },
        ],
      },
    ];
    const { columns } = run('u4 - t7+c5 r9 -', {});
    expect(columns.decision[1]).toBe(Math.ceil(JSON.stringify(messages).length / 4));
  });
});

describe('a pruning', () => {
  const round = ' c8 r400 -';

  it('removes pairs but those of the newest messages, and keeps a call whose result is among them', () => {
    const made = run(`u4 -${round.repeat(4)}`, { trigger: 450, keep: 3 });
    // Of seven messages, 470 tokens, the newest three are a result, a call and its result: the call before stays.
    expect([...made.columns.compacted]).toEqual([0, 0, 0, 1, 1]);
    expect([...made.columns.contentsSent]).toEqual([1, 3, 5, 5, 5]);
    expect(made.notes.elisions.map(({ step, entry }) => [step, entry])).toEqual([
      [3, 1],
      [3, 2],
      [4, 3],
      [4, 4],
    ]);
  });

  it('stays within a turn; the next one begins with everything and is pruned again', () => {
    const made = run(`u4 -${round.repeat(4)} m400 u4 - c8 r4 -`, { trigger: 600, keep: 2 });
    const [whole, next] = [...made.columns.decision].slice(5);
    expect(made.columns.decision[4]).toBeLessThan(whole ?? 0);
    expect(next).toBeLessThan(600);
    expect(kindsAt(made, 5)).toEqual(['prune']);
    expect(textsOf(made, 'prune').at(-1)).toContain('The whole history was given again');
    expect(made.columns.heuristicSent[5]).toBeLessThan(made.columns.heuristic[5] ?? 0);
  });

  it('leaves texts, and says so where nothing else is left', () => {
    const made = run('u400 - m400 u400 -', { trigger: 100 });
    expect([kindsAt(made, 0), kindsAt(made, 1)]).toEqual([['no-op'], ['no-op']]);
    expect([...made.columns.compacted]).toEqual([0, 0]);
  });

  it('removes reasoning alone where calls stay', () => {
    const kept = { trigger: 100, toolCalls: 'none' } as const;
    const log = 'u4 - t400+c8 r4 -';
    const made = (reasoning: string) => run(log, { ...kept, reasoning }).columns.compacted[1];
    expect([made('all'), made('before-last-message'), made('none')]).toEqual([1, 1, 0]);
  });
});

describe('the production incident', () => {
  it('is refused all the same: its JSON is at most 33,603 tokens by that estimate', () => {
    const session = prepare(measureSession(productionIncident.build()));
    const { columns } = replay(session, aiSdkPrune, aiSdkPrune.settings.parse({}));
    expect([columns.compacted.indexOf(1), Math.max(...columns.real)]).toEqual([-1, 200_819]);
    expect(Math.max(...columns.decision)).toBe(33_603);
  });
});
