import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { claudeCode } from './policy';
import { claudeCodeDocumented } from './documented';
import { claudeCodeThreshold } from './settings';
import { countedEntries, countedOutputs } from './counted-output';
import { replay } from '@/lib/engine/replay/replay';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';

const summary = { summary: 'bytes', summaryBytes: 400 } as const;
const settingsOf = (change: object) => claudeCode.settings.parse(change);

describe('the threshold', () => {
  it.each([
    // 200,000 − min(32,000, 20,000) − 13,000.
    [{}, 167_000],
    [{ window: 1_000_000 }, 967_000],
    [{ maxOutput: 8_192 }, 178_808],
    // Up to 2.1.20: the whole of 32,000 reserved.
    [{ outputReserve: 32_000 }, 155_000],
    // floor(180,000 × 50 / 100), and 99 % of it would be above the default.
    [{ percent: 50 }, 90_000],
    [{ percent: 99 }, 167_000],
    [{ observed: 146_000 }, 146_000],
  ])('%o is %i', (change, threshold) => {
    expect(claudeCodeThreshold(settingsOf(change))).toBe(threshold);
  });

  it.each([
    // Prompt + 300 of the response.
    [166_699, 0],
    [166_700, 1],
  ])('is reached by the last response’s count, cache, output and all: %i', (real, fires) => {
    const picture = `u 400\n-- ${real}\nm 400\nu 4000\n-- 171000`;
    const steps = { 0: { output: 300 } };
    const { columns } = runPicture(claudeCode, picture, { ...summary, trailing: false }, { steps });
    expect([...columns.compacted]).toEqual([0, fires]);
  });

  it('adds the tokens of the response as recorded, and bytes ÷ 4 of what came behind it', () => {
    const picture = 'u 400\n-- 165000\nm 400\nu 4000\n-- 171000';
    const { columns } = runPicture(claudeCode, picture, summary, { steps: { 0: { output: 250 } } });
    expect(columns.decision[1]).toBe(165_000 + 250 + 1_000);
    expect(columns.lastReal[1]).toBe(165_250);
  });

  it('adds a response behind the last usage that came without one', () => {
    const picture = 'u 400\n-- 165000\nm 400\n-- ?\nm 4000\nu 400\n-- 171000';
    const { columns } = runPicture(claudeCode, picture, summary, { steps: { 0: { output: 250 } } });
    expect(columns.decision[2]).toBe(165_000 + 250 + 1_000 + 100);
  });

  it.each([
    // 165,899 + 100 + 1,000 that came since.
    [165_899, 166_999, 0],
    [165_900, 167_000, 1],
  ])('or by it and what came since: %i makes %i', (real, value, fires) => {
    const picture = `u 400\n-- ${real}\nm 400\nu 4000\n-- 171000`;
    const { columns } = runPicture(claudeCode, picture, summary);
    expect(columns.decision[1]).toBe(value);
    expect([...columns.compacted]).toEqual([0, fires]);
  });

  /** A response of three records: an empty thought, a text of 4,665 characters, a call of 20. */
  const decidedAfterRecords = (change: object) => {
    const session = textSession('u 400\n-- 164833\nm 4\nu 1\n-- 167000');
    const parts = [
      { kind: 'thought', text: '' },
      { kind: 'text', text: 'x'.repeat(4_665) },
      { kind: 'call', id: 'a', name: 'Bash', args: { command: 'ls' } },
    ] as const;
    const entries = session.entries.with(1, { ...session.entries[1]!, parts });
    const steps = session.steps.with(0, { ...session.steps[0]!, output: 1_754 });
    const settings = settingsOf({ ...summary, ...change });
    return replay(preparedSession({ ...session, entries, steps }), claudeCode, settings).columns
      .decision[1];
  };

  it('counts what stands behind a response’s first record twice from 2.1.75 on', () => {
    const { settings } = claudeCode.presets.find(({ id }) => id === '2.1.75')!;
    // 4,665 ÷ 4 and 20 ÷ 4 (Bash{"command":"ls"}), rounded each.
    expect(decidedAfterRecords({})).toBe(164_833 + 1_754);
    expect(decidedAfterRecords(settings)).toBe(164_833 + 1_754 + 1_166 + 5);
  });

  it('counts a thought that is the first record once', () => {
    const session = textSession('u 4\n-- 100');
    const of = (...texts: readonly string[]) => ({
      ...session.entries[0]!,
      role: 'model' as const,
      parts: texts.map((text) => ({ kind: 'thought' as const, text })),
    });
    const entries = [
      of('x'.repeat(400)),
      of('', 'x'.repeat(6), 'x'.repeat(6)),
      session.entries[0]!,
    ];
    const { behindFirst } = measureSession({ ...session, entries }).entries;
    // Twice 6 ÷ 4 = 1.5; a user's parts are none of a response.
    expect([...behindFirst]).toEqual([0, 4, 0]);
  });

  it('without usage there is nothing to compare', () => {
    const picture = 'u 4000000\n-- ?\nm 400\nu 4\n-- ?';
    expect([...runPicture(claudeCode, picture, summary).columns.compacted]).toEqual([0, 0]);
  });
});

describe('the tokens of a response', () => {
  /** Responses of 100 tokens by bytes ÷ 4, with these recorded counts. */
  const outputsOf = (counts: readonly number[]) => {
    const picture = `u 4\n-- 100\n${counts.map((_, i) => `m 400\nu 4\n-- ${200 + i}`).join('\n')}`;
    const session = textSession(picture);
    const steps = session.steps.map((step, i) => ({ ...step, output: counts[i] ?? 0 }));
    const { tokens, estimated } = countedOutputs(measureSession({ ...session, steps }));
    return { tokens: [...tokens].slice(0, counts.length), estimated };
  };
  const eleven = (count: number): readonly number[] => Array.from({ length: 11 }, () => count);

  it('are the recorded ones where they are whole', () => {
    expect(outputsOf(eleven(130))).toEqual({ tokens: eleven(130), estimated: -1 });
  });

  it('are sized where the file holds the first event’s count only', () => {
    const mixed = [...eleven(130).slice(1), 2];
    // 60 + 1.25 × 100.
    const { tokens, estimated } = outputsOf(mixed);
    expect([tokens[0], tokens[10], estimated]).toEqual([130, 185, 10]);
  });

  it('are its own where the next response follows at once', () => {
    const session = textSession('u 4\n-- 100\nm 400\n-- 300\nm 4000\nu 4\n-- 2000');
    const outputs = [130, 1_300, 0];
    const steps = session.steps.map((step, i) => ({ ...step, output: outputs[i]! }));
    const { tokens, estimated } = countedOutputs(measureSession({ ...session, steps }));
    expect([[...tokens], estimated]).toEqual([outputs, -1]);
  });

  it('are the first event’s where the version had no others', () => {
    // The response has 1,000 by bytes ÷ 4; its first event said 2.
    const picture = 'u 400\n-- 166000\nm 4000\nu 400\n-- 168000';
    const steps = { 0: { output: 2 } };
    const decided = (id: string) => {
      const preset = claudeCode.presets.find((one) => one.id === id)?.settings;
      return runPicture(claudeCode, picture, { ...summary, ...preset }, { steps });
    };
    expect(decided('2.1.21').columns.decision[1]).toBe(166_000 + 2 + 100);
    expect(kindsAt(decided('2.1.21'), 0)).toEqual([]);
    // 60 + 1.25 × 1,000.
    expect(decided('reference').columns.decision[1]).toBe(166_000 + 1_310 + 100);
    expect(kindsAt(decided('reference'), 0)).toEqual(['estimated']);
  });

  it('hold no plan that the agent itself put into the call', () => {
    const session = textSession('u 4\n-- 100\nm 4\nu 4\n-- 300\nm 4\nu 4\n-- 500');
    const text = 'x'.repeat(8_000);
    const file = { file: 'plan.md', bytes: 8_000, lines: 1, whole: true, plan: true } as const;
    const call = { kind: 'call', id: 'a', name: 'ExitPlanMode', args: { plan: text } } as const;
    const entries = session.entries
      .with(2, { ...session.entries[2]!, files: [file] })
      .with(3, { ...session.entries[3]!, parts: [call] });
    const steps = session.steps.map((step) => ({ ...step, output: 1 }));
    const sizedOf = (of: typeof entries) =>
      countedOutputs(measureSession({ ...session, entries: of, steps })).tokens[1];
    // Name and key are 3 + 1 tokens: 60 + 5. Without the file it might be the model's: 60 + 1.25 × 2,004.
    expect(sizedOf(entries)).toBe(65);
    expect(sizedOf(entries.with(2, session.entries[2]!))).toBe(2_565);
  });

  it('do not depend on what comes later', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 30 }), (counts) => {
        const whole = outputsOf(counts).tokens;
        const half = counts.slice(0, Math.floor(counts.length / 2));
        expect(outputsOf(half).tokens).toEqual(whole.slice(0, half.length));
      }),
    );
  });
});

it('counts what came behind a response by its characters, not its bytes', () => {
  const session = textSession('u 4\n-- 100');
  const [first] = session.entries;
  const picture = { kind: 'inline' as const, mime: 'image/png', bytes: 40_000 };
  const entries = [
    { ...first!, parts: [{ kind: 'text' as const, text: '圧縮'.repeat(201) }, picture] },
  ];
  const profile = measureSession({ ...session, entries });
  // 402 units ÷ 4, rounded, and 7 for the picture; by bytes it were 301 and a quarter of the picture's.
  expect([...countedEntries(profile, 7)]).toEqual([0, 101 + 7]);
  expect(profile.sum[1]).toBe(301 + 10_000 + 2);
});

describe('a compaction', () => {
  // Growth 1,100 for 1,100 heuristic tokens; the prefix is 170,000 − 100.
  const picture = 'u 400\n-- 170000\nm 400\nu 4000\n-- 171100\nm 400\nu 400\n-- 171300';

  it('replaces everything by the summary and a few files', () => {
    const files = { files: 2, fileTokens: 5_000, sizes: 'none' };
    const made = runPicture(claudeCode, picture, { ...summary, ...files });
    expect(made.columns.covered[1]).toBe(3);
    // Prefix 169,900, summary 400 bytes ÷ 4 at a density of 1, two files.
    expect(made.columns.real[1]).toBe(169_900 + 100 + 10_000);
    expect(made.columns.contentsSent[1]).toBe(3);
    expect(textsOf(made, 'boundary')[0]).toBe(
      'compact_boundary {trigger: auto, preTokens: 171,100}.',
    );
  });

  it('is distinguished from the recording’s own, where it is the same', () => {
    const recorded = 'u 400\n-- 170000\nm 400\nu 4000\n== compact 3000\n-- 9000\nm 4\nu 4\n-- 9010';
    const settings = { summary: 'recorded' } as const;
    const made = runPicture(claudeCode, recorded, settings);
    expect([...made.columns.reproduced]).toEqual([0, 1, 0]);
    expect(made.divergence).toBe(-1);
    expect([...made.columns.real]).toEqual([170_000, 9_000, 9_010]);
  });
});

describe('breakers', () => {
  const step = 'm 40\nu 40\n';
  const full = `u 400\n-- 170000\n${`${step}-- 170020\n`.repeat(8)}`;

  it('three failures in a row end automatic compaction', () => {
    const script = [{ fail: true as const }];
    const made = runPicture(claudeCode, full, summary, { script });
    expect(textsOf(made, 'failure')).toHaveLength(3);
    expect(kindsAt(made, 3)).toEqual(['failure', 'breaker']);
    expect(kindsAt(made, 4)).toEqual([]);
    expect([...made.columns.compacted]).not.toContain(1);
  });

  it('so do three refills within three steps', () => {
    // The prefix alone is above the threshold: a compaction at step 1 helps nothing, steps 2 and 3
    // refill once and twice; at step 4 it is the third time.
    const made = runPicture(claudeCode, full, summary);
    expect([...made.columns.compacted]).toEqual([0, 1, 1, 1, 0, 0, 0, 0, 0]);
    expect(kindsAt(made, 4)).toEqual(['breaker']);
    const never = runPicture(claudeCode, full, { ...summary, refills: 0 });
    expect([...never.columns.compacted].slice(1)).toEqual(Array(8).fill(1));
  });
});

describe('clear_tool_uses_20250919', () => {
  const use = 'c t\nr t 3988\n';
  // Each use adds a call and 4,000 printed bytes: 1,000 tokens.
  const picture = `u 400\n-- 99000\n${use}-- 100000\n${use}-- 101000\n${use}-- 102000\n${use}-- 103000\n${use}-- 104000`;
  const clear = { ...summary, clear: true };

  it('above 100,000 keeps the newest three, oldest first', () => {
    // Step 3 (102,000) has three tool uses, step 4 a fourth, step 5 a fifth. A result of 4,000 bytes
    // leaves a placeholder of 33: 1,000 − 8 = 992 tokens less.
    const made = runPicture(claudeCode, picture, clear);
    expect(made.notes.elisions).toEqual([
      { step: 4, entry: 2, tokens: 992 },
      { step: 5, entry: 4, tokens: 992 },
    ]);
    expect(kindsAt(made, 4)).toEqual(['prune']);
    expect(made.columns.real[4]).toBe(103_000 - 992);
    expect(made.divergence).toBe(4);
  });

  it('not at the trigger itself, and not for less than it must clear', () => {
    const exact = runPicture(claudeCode, picture, { ...clear, clearTrigger: 104_000 });
    expect(exact.notes.elisions).toEqual([]);
    const least = runPicture(claudeCode, picture, { ...clear, clearAtLeast: 1_500 });
    // Only at step 5 do two results make 1,984; both go then.
    expect(least.notes.elisions.map(({ step, entry }) => [step, entry])).toEqual([
      [5, 2],
      [5, 4],
    ]);
  });
});

describe('as Goat’s document has it', () => {
  const pair = 'c t\nr t 988\n';
  const settings = { window: 1_000, ...summary };

  it('keeps half of the messages and looks after no pair', () => {
    // 99 + 3 × 250 = 849 real: above 800 of 1,000. Seven entries, trunc(3.5) = 3 stay: entry 4, a
    // response whose call was entry 3.
    const made = runPicture(claudeCodeDocumented, `u 396\n${pair}${pair}${pair}-- ?`, settings);
    expect(made.columns.decision[0]).toBe(849);
    expect(made.columns.covered[0]).toBe(4);
    expect(textsOf(made, 'orphan')).toEqual([
      'The response in entry 4 is sent without its call, which is in entry 3.',
    ]);
  });

  it('fires above the share, not at it', () => {
    const at = runPicture(claudeCodeDocumented, 'u 400\nm 400\n-- 800', settings);
    expect(at.columns.compacted[0]).toBe(0);
    const above = runPicture(claudeCodeDocumented, 'u 400\nm 400\n-- 801', settings);
    expect(above.columns.compacted[0]).toBe(1);
  });

  it('ends with a hard error where the summariser fails', () => {
    const script = [{ fail: true as const }];
    const made = runPicture(claudeCodeDocumented, 'u 400\nm 400\n-- 900', settings, { script });
    expect(kindsAt(made, 0)).toEqual(['failure', 'exit']);
    expect(made.columns.real[0]).toBe(900);
  });
});
