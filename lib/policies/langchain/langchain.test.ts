/** Hand-worked cases of LangChain's and deepagents' summarisation. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import { kindsAt, runPicture } from '../testing/run-picture';
import type { Policy } from '@/lib/engine/policy/policy';
import { deepagents } from './deepagents';
import { langchain } from './policy';

const summary = { summary: 'bytes', summaryBytes: 400 } as const;

describe('LangChain', () => {
  it('rounds all chars once, and leaves the system prompt out', () => {
    // 5 + 6 chars are 11 ÷ 4, three tokens; each by itself would be two.
    const { columns } = runPicture(langchain, 'system 4000\nu 5\n-- ?\nm 6\nu 0\n-- ?', summary);
    expect([...columns.decision]).toEqual([2, 3]);
  });

  it.each([
    // ⌊0.8 × 5,001⌋ = 4,000 tokens: 16,000 chars, or one token less.
    [15_996, 0],
    [15_997, 1],
  ])('fires at %i chars: %i', (chars, fires) => {
    const settings = { ...summary, window: 5_001, keep: 1 };
    const { columns } = runPicture(langchain, `u 4\nm 4\nu ${chars - 8}\n-- ?`, settings);
    expect(columns.threshold[0]).toBe(4_000);
    expect([...columns.compacted]).toEqual([fires]);
  });

  it('counts calls as JSON and the ids of results', () => {
    // `[` + 46 + the id's 29 + "t" and "{}" + `]` = 80 chars; 400 of the result and its id's 29.
    const { columns } = runPicture(langchain, 'u 4\nc t\nr t 400\n-- ?', summary);
    expect(columns.decision[0]).toBe(Math.ceil((4 + 80 + 429) / 4));
  });

  const tokens = { ...summary, triggerBy: 'tokens', tokenThreshold: 1_000 } as const;

  it('keeps the newest messages, and the call with a result', () => {
    const picture = 'u 4000\nm 4\nu 4\nc t\nr t 4\nm 4\n-- ?';
    const cuts = [1, 2, 3, 4].map(
      (keep) => runPicture(langchain, picture, { ...tokens, keep }).columns.covered[0],
    );
    // Two messages would begin with the result: its call comes back in.
    expect(cuts).toEqual([5, 3, 3, 2]);
  });

  it('summarises a summary alone where nothing else is older, again and again', () => {
    const picture = 'u 4000\nu 4000\n-- ?\nu 4\n-- ?\nm 4\nu 4\n-- ?';
    const made = runPicture(langchain, picture, { ...tokens, keepBy: 'tokens', keepTokens: 1_010 });
    // Entry 1 and what follows have 1,001 to 1,003 tokens: the trigger stays reached.
    expect([...made.columns.covered]).toEqual([1, 1, 1]);
    expect([...made.columns.compacted]).toEqual([1, 1, 1]);
  });

  it('takes an error’s text for the summary', () => {
    const script = [{ fail: true as const }];
    const made = runPicture(langchain, 'u 4000\nm 4\n-- ?', { ...tokens, keep: 1 }, { script });
    expect(kindsAt(made, 0)).toEqual(['failure']);
    expect(made.columns.summaryBytes[0]).toBe('Error generating summary: Error'.length);
  });

  it('waits for as many messages as its trigger names', () => {
    const settings = { ...tokens, keep: 1, leastMessages: 3 };
    const made = runPicture(langchain, 'u 4000\nm 4\n-- ?\nu 4\n-- ?', settings);
    expect([...made.columns.compacted]).toEqual([0, 1]);
    expect(kindsAt(made, 0)).toEqual(['no-op']);
  });
});

describe('deepagents', () => {
  const settings = { ...summary, window: 10_000 };

  it('counts the system prompt, and fires at 0.85 of the limit', () => {
    // 7,500 tokens of the prompt; 1,000 of messages reach ⌊0.85 × 10,000⌋.
    const at = (chars: number) =>
      runPicture(deepagents, `system 30000\nu 4\nm ${chars}\nu 4\n-- ?`, settings).columns;
    expect(at(3_992).decision[0]).toBe(8_500);
    expect([at(3_988).compacted[0], at(3_992).compacted[0]]).toEqual([0, 0]);
    // The newest 1,000 tokens stay: only a longer log has anything older.
    expect(at(3_996).compacted[0]).toBe(1);
  });

  it('keeps a call with its results unless that keeps more than half of what is cut', () => {
    const calls = `c t${'\n+ c t'.repeat(5)}`;
    const results = 'r t 3000\n'.repeat(6);
    const made = (before: number) =>
      runPicture(deepagents, `${'u 6000\n'.repeat(before)}${calls}\n${results}u 4\n-- ?`, {
        ...settings,
        keepShare: 0.08,
      }).columns.covered[0];
    expect([made(3), made(8)]).toEqual([10, 8]);
  });

  it('ends the run where the summariser fails', () => {
    const script = [{ fail: true as const }];
    const made = runPicture(deepagents, 'u 40000\nm 4\n-- ?', settings, { script });
    expect(kindsAt(made, 0)).toEqual(['failure', 'exit']);
    expect(made.columns.compacted[0]).toBe(0);
  });
});

describe('the production incident', () => {
  it.each([
    // Chars ÷ 4 of what the provider counts as 200,819 tokens: neither is near its trigger.
    [langchain as Policy, 26_848, 160_000],
    [deepagents as Policy, 26_931, 170_000],
  ])('$label never fires: it counts at most %i of %i', (policy, most, threshold) => {
    const session = prepare(measureSession(productionIncident.build()));
    const { columns } = replay(session, policy, policy.settings.parse({}));
    expect(Math.max(...columns.decision)).toBe(most);
    expect(columns.threshold[0]).toBe(threshold);
    expect(columns.compacted).not.toContain(1);
  });
});
