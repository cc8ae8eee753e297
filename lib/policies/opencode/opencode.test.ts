import { describe, expect, it } from 'vitest';
import type { Entry } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { BRACKETS, jsonCharacters } from './json-size';
import { opencode } from './policy';
import { opencodeUsable } from './settings';
import { opencodeTail, opencodeTailBudget } from './tail';
import { kindsAt, runPicture, outputs } from '../testing/run-picture';

const summary = { summary: 'bytes', summaryBytes: 400 } as const;

describe('what is usable', () => {
  it.each([
    [{}, 168_000],
    [{ maxOutput: 8_192 }, 191_808],
    // No more than 32,000 count.
    [{ maxOutput: 64_000 }, 168_000],
    [{ window: 400_000, inputLimit: 272_000 }, 252_000],
    [{ inputLimit: 272_000, maxOutput: 8_192 }, 263_808],
    [{ window: 8_192, maxOutput: 8_192 }, 0],
    [{ observed: 150_000 }, 150_000],
    // A configured reserve is not limited by the output, and counts nothing without an input limit.
    [
      { inputLimit: 150_000, maxOutput: 8_192, reserved: 30_000, reservedConfigured: true },
      120_000,
    ],
    [{ inputLimit: 150_000, maxOutput: 8_192, reserved: 30_000 }, 141_808],
    [{ maxOutput: 8_192, reserved: 30_000, reservedConfigured: true }, 191_808],
    [{ inputLimit: 10_000, reserved: 30_000, reservedConfigured: true }, 0],
  ])('%o: %i', (change, usable) => {
    expect(opencodeUsable(opencode.settings.parse(change))).toBe(usable);
  });

  it.each([
    [{ window: 0 }, -1],
    [{ auto: false }, -1],
    [{}, 168_000],
  ])('%o: the threshold is %i', (change, threshold) => {
    const made = runPicture(opencode, 'u 4\n-- 10', { ...summary, ...change });
    expect(made.columns.threshold[0]).toBe(threshold);
  });
});

describe('OpenCode v1', () => {
  const picture = 'u 400\n-- 160000\nc t\nr t 400000\n-- 260000';

  it.each([
    [7_999, 167_999, 0],
    [8_000, 168_000, 1],
  ])(
    'counts the response’s own usage, not what follows it: %i makes %i',
    (output, value, fires) => {
      const { columns } = runPicture(opencode, picture, summary, outputs(output, 5));
      expect(columns.decision[1]).toBe(value);
      expect([...columns.compacted]).toEqual([0, fires]);
    },
  );

  it('summarises everything, results included, and asks to go on', () => {
    const { columns } = runPicture(opencode, picture, summary, outputs(8_000, 5));
    expect(columns.covered[1]).toBe(3);
    // ⌊(22 + 400) / 4⌋ and ⌊100 / 4⌋.
    expect(columns.heuristicSent[1]).toBe(105 + 25);
    expect(columns.contentsSent[1]).toBe(2);
  });

  it('leaves the user’s next message behind the summary', () => {
    const made = runPicture(
      opencode,
      'u 400\n-- 168000\nm 4\nu 800\n-- 168300',
      summary,
      outputs(5, 5),
    );
    expect(made.columns.covered[1]).toBe(2);
    expect(made.columns.heuristicSent[1]).toBe(105 + 25 + 200);
  });

  it('a response without usage counts nothing', () => {
    const made = runPicture(
      opencode,
      'u 4\n-- 190000\nm 4\nu 4\n-- ?\nm 4\nu 4\n-- ?',
      {
        ...summary,
        window: 300_000,
      },
      outputs(5),
    );
    expect([...made.columns.decision]).toEqual([0, 190_005, 0]);
  });

  it('stops where the summariser fails', () => {
    const script = [{ fail: true as const }];
    const made = runPicture(opencode, picture, summary, { ...outputs(8_000, 5), script });
    expect(kindsAt(made, 1)).toEqual(['failure', 'exit']);
  });
});

describe('pruning', () => {
  // Results of 25,000 and 40,000 tokens in the first turn.
  const turns = 'm 4\nu 4\n-- 70010\nm 4\nu 4\n-- 70020\nm 4\nu 4\n-- 70030';
  const picture = (first: number) =>
    `u 4\n-- 1000\nc t\nr t ${first - 12}\n-- 30000\nc t\nr t 159988\n-- 70000\n${turns}`;

  it('clears what is older than two turns and 40,000 tokens when a run ends', () => {
    const made = runPicture(opencode, picture(100_000), summary);
    // Before the fourth message the first turn is the third newest: 40,000 stay, 25,000 − 8 go.
    expect(made.notes.elisions).toEqual([{ step: 5, entry: 2, tokens: 24_992 }]);
    expect(kindsAt(made, 5)).toContain('prune');
  });

  it('not for 20,000 or less', () => {
    expect(runPicture(opencode, picture(80_000), summary).notes.elisions).toEqual([]);
    expect(runPicture(opencode, picture(80_004), summary).notes.elisions).toHaveLength(1);
  });

  it('not where it is off, as in the tail variant by default', () => {
    expect(runPicture(opencodeTail, picture(100_000), summary).notes.elisions).toEqual([]);
  });
});

describe('OpenCode with a tail', () => {
  it.each([
    // 0.25 × 168,000 = 42,000; 0.25 × 16,000 = 4,000; 0.25 × 4,000 = 1,000.
    [{}, 15_000],
    [{ tailMost: 8_000 }, 8_000],
    [{ window: 48_000 }, 4_000],
    [{ window: 36_000 }, 2_000],
  ])('%o may keep %i', (change, budget) => {
    expect(opencodeTailBudget(opencodeTail.settings.parse(change))).toBe(budget);
  });

  // Turns of 1,000 + 3,000 and 1,000 + 2,000 tokens; then the user's next message.
  const picture = 'u 4000\n-- 100\nm 12000\nu 4000\n-- 160000\nm 8000\nu 4\n-- 161000';
  const covered = (tailMost: number, tailCounts: 'texts' | 'json' = 'texts'): number =>
    runPicture(opencodeTail, picture, { ...summary, tailMost, tailCounts }, outputs(1, 8_000, 5))
      .columns.covered[2] ?? -1;

  it.each([
    // Both turns fit: a tail of everything leaves nothing to compact.
    [7_000, 4],
    // The first turn does not; its 3,000 at the end do.
    [6_000, 1],
    [5_999, 2],
    // Not even the newest whole: its last message.
    [2_999, 3],
    [1_999, 4],
  ])('of at most %i: covers %i entries', (most, entries) => {
    expect(covered(most)).toBe(entries);
  });

  it('with the JSON of its messages, about 14 tokens more each', () => {
    // The second turn alone: 4,000 + 54 and 8,000 + 59 bytes and a bracket: 3,029.
    expect(covered(3_028, 'json')).toBe(3);
    expect(covered(3_029, 'json')).toBe(2);
  });

  it('sizes messages by the characters of their JSON', () => {
    const text = 'Line "1"\n日本 \\ é😀\u0007';
    const args = { command: 'ls "a"\n', description: 'é' };
    const response = {
      kind: 'response',
      id: 'c1',
      name: 'bash',
      response: { output: text },
    } as const;
    const entries: readonly Entry[] = [
      { role: 'user', parts: [{ kind: 'text', text }] },
      {
        role: 'model',
        parts: [
          { kind: 'text', text },
          { kind: 'call', id: 'c1', name: 'bash', args },
        ],
      },
      { role: 'user', parts: [response] },
      { role: 'model', parts: [{ kind: 'call', id: 'c2', name: 'bash', args }] },
    ];
    const profile = measureSession({ ...textSession('u 4\n-- 1'), entries, steps: [] });
    const messages = [
      { role: 'user', content: [{ type: 'text', text }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'bash', input: args },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            ...{ type: 'tool-result', toolCallId: 'c1', toolName: 'bash' },
            output: { type: 'text', value: text },
          },
        ],
      },
      // An id is counted with its result.
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: '', toolName: 'bash', input: args }],
      },
    ];
    expect(BRACKETS + (jsonCharacters(profile)[4] ?? 0)).toBe(JSON.stringify(messages).length);
  });

  it('sizes pictures by all of their data, those of tools in a message behind the results', () => {
    const image = { kind: 'inline', mime: 'image/png', bytes: 24 } as const;
    const result = (id: string) =>
      ({ kind: 'response', id, name: 'read', response: { output: 'Read.' } }) as const;
    const entries: readonly Entry[] = [
      { role: 'user', parts: [{ kind: 'text', text: 'Look.' }, image] },
      { role: 'user', parts: [result('c1'), image] },
      { role: 'user', parts: [result('c2'), image] },
    ];
    const profile = measureSession({ ...textSession('u 4\n-- 1'), entries, steps: [] });
    const data = `data:image/png;base64,${Buffer.alloc(24).toString('base64')}`;
    const file = { type: 'file', mediaType: 'image/png', data };
    const output = { type: 'text', value: 'Read.' };
    const content = ['c1', 'c2'].map((id) => {
      // An id is counted with its result, for its call too.
      return { type: 'tool-result', toolCallId: id + id, toolName: 'read', output };
    });
    const attached = { type: 'text', text: 'Attached media from tool result:' };
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look.' },
          { ...file, filename: 'clipboard' },
        ],
      },
      { role: 'tool', content },
      { role: 'user', content: [attached, file, file] },
    ];
    expect(BRACKETS + (jsonCharacters(profile)[3] ?? 0)).toBe(JSON.stringify(messages).length);
  });

  it('never begins with a result', () => {
    const tools = 'u 4000\n-- 100\nm 4\nu 4000\n-- 160000\nc t\nr t 7988\n-- 161000';
    const cut = (most: number): number =>
      runPicture(
        opencodeTail,
        tools,
        { ...summary, tailMost: most, tailLeast: 0, tailCounts: 'texts' },
        outputs(1, 8_000, 5),
      ).columns.covered[2] ?? -1;
    // The call takes ⌊1 / 4⌋ = 0 tokens, its result 2,000.
    expect(cut(2_000)).toBe(3);
    expect(cut(1_999)).toBe(5);
  });
});
