import fc from 'fast-check';
import { expect, it } from 'vitest';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { learnDensities } from '@/lib/engine/replay/projection/density';
import { recordedRuns } from '@/lib/engine/replay/projection/runs';
import { sessionPrefix } from '@/lib/engine/replay/session-prefix';
import { EntryTable } from '@/lib/engine/tokens/entry-table';
import { finishedDraft } from '@/lib/engine/tokens/limits/finished-draft';
import { imageCharges } from '@/lib/engine/tokens/images/image-charges';
import { profileOf } from '@/lib/engine/tokens/measure';
import { textFixtures } from './testing/fixtures';
import { readTrace, type ReadTrace } from './testing/read-trace';

/** The count of a call's usage record; null for a call that lacks one. */
type Count = number | null;

const time = '2026-01-05T10:00:00.000Z';
const asked = (i: number): string => `Question ${i}`;
const said = (i: number): string => `Answer ${i}: ${'word '.repeat(40)}`;

const pi = (counts: readonly Count[]) => [
  { type: 'session', version: 3, id: 's', timestamp: time, cwd: '/w' },
  ...counts.flatMap((input, i) => [
    {
      ...{ type: 'message', timestamp: time },
      message: { role: 'user', content: [{ type: 'text', text: asked(i) }] },
    },
    {
      ...{ type: 'message', timestamp: time },
      message: {
        ...{ role: 'assistant', api: 'a', provider: 'p', model: 'claude-opus-4-6' },
        ...{ content: [{ type: 'text', text: said(i) }], stopReason: 'stop' },
        ...(input !== null && { usage: { input, output: 60, cacheRead: 0, cacheWrite: 0 } }),
      },
    },
  ]),
];

const claudeCode = (counts: readonly Count[]) => {
  const line = { isSidechain: false, sessionId: 's', version: '2.1.0', cwd: '/w', timestamp: time };
  return counts.flatMap((input, i) => [
    {
      ...line,
      ...{ parentUuid: i === 0 ? null : `b${i - 1}`, uuid: `a${i}`, type: 'user' },
      message: { role: 'user', content: asked(i) },
    },
    {
      ...line,
      ...{ parentUuid: `a${i}`, uuid: `b${i}`, type: 'assistant', requestId: `r${i}` },
      message: {
        ...{ id: `m${i}`, role: 'assistant', model: 'claude-opus-4-6' },
        content: [{ type: 'text', text: said(i) }],
        ...(input !== null && { usage: { input_tokens: input, output_tokens: 60 } }),
      },
    },
  ]);
};

const exchanges = (counts: readonly Count[]) =>
  counts.map((input, i) => ({
    ...{ timestamp: time, status: 200 },
    request: {
      model: 'claude-opus-4-6',
      messages: [
        ...Array.from({ length: i }, (_, k) => [
          { role: 'user', content: asked(k) },
          { role: 'assistant', content: said(k) },
        ]).flat(),
        { role: 'user', content: asked(i) },
      ],
    },
    response: {
      choices: [{ message: { role: 'assistant', content: said(i) } }],
      ...(input !== null && { usage: { prompt_tokens: input, completion_tokens: 60 } }),
    },
  }));

const gemini = (counts: readonly Count[]) => [
  { sessionId: 's', projectHash: 'p', startTime: time, lastUpdated: time, kind: 'main' },
  ...counts.flatMap((input, i) => [
    { id: `u${i}`, timestamp: time, type: 'user', content: asked(i) },
    {
      ...{
        id: `g${i}`,
        timestamp: time,
        type: 'gemini',
        content: said(i),
        model: 'gemini-2.5-pro',
      },
      ...(input !== null && {
        tokens: { input, output: 60, cached: 0, thoughts: 0, tool: 0, total: input + 60 },
      }),
    },
  ]),
];

/** A session as its importer hands it over, its doubtful counts set aside. */
function finishedOf({ drafts, sessions }: ReadTrace, index: number) {
  const table = new EntryTable();
  const entries = sessions[index]!.entries.map((entry) => table.push(entry));
  return { table, finished: finishedDraft({ ...drafts[index]!, entries }, table) };
}

/** What every step is known to hold, and what is learnt of the session: its limit, prefix and densities. */
function figuresOf(records: readonly object[]) {
  const text = records.map((one) => JSON.stringify(one)).join('\n');
  const { table, finished } = finishedOf(successOf(readTrace(text)), 0);
  const profile = profileOf(finished, table);
  return {
    doubtful: profile.head.counted.filter(({ kind }) => kind === 'doubtful'),
    limit: finished.head.limit,
    figures: {
      reals: [...profile.steps.real],
      flags: [...profile.steps.flags],
      prefix: sessionPrefix(profile),
      densities: learnDensities(profile, recordedRuns(profile), imageCharges(profile)),
    },
  };
}

it.each([
  ['pi', pi],
  ['Claude Code', claudeCode],
  ['a log of requests', exchanges],
  ['Gemini CLI', gemini],
] as const)('a doubtful record of %s changes no other figure, and no limit', (_, build) => {
  const grown = fc.array(fc.integer({ min: 100, max: 400 }), { minLength: 4, maxLength: 7 });
  fc.assert(
    fc.property(grown, fc.nat(), fc.integer({ min: 4, max: 60 }), (growths, place, times) => {
      let count = 12_000;
      const counts = growths.map((growth): Count => (count += growth));
      const at = 1 + (place % (counts.length - 2));
      const spike = 50_000 + count * times;
      const withSpike = figuresOf(build(counts.with(at, spike)));
      const without = figuresOf(build(counts.with(at, null)));
      expect(withSpike.doubtful.map(({ step }) => step)).toEqual([at]);
      expect(withSpike.figures).toEqual(without.figures);
      expect(withSpike.limit).toEqual(without.limit);
      expect(withSpike.figures.reals.filter((real) => real > 0)).toEqual(counts.toSpliced(at, 1));
    }),
    { numRuns: 30 },
  );
});

/** A count of a prompt, in any importer's words, with what stands before and behind the number. */
const PROMPT_COUNT =
  /("(?:gen_ai\.usage\.|llm\.token_count\.)?(?:input|prompt|inputTokens|input_?tokens?|prompt_?tokens?|prompt_?token_?count|inputTokenCount|tokensIn|cache_?read(?:_input)?(?:_tokens)?)"\s*:\s*)(\d+)/gi;

/** Reals and limit of every session of a text; null where it is read no more. */
function countsOf(text: string, input: 'json' | 'jsonl') {
  const read = readTrace(text, input);
  if (!read.ok) return null;
  return read.value.sessions.map((_, i) => {
    const { steps, head } = finishedOf(read.value, i).finished;
    return { limit: head.limit, steps };
  });
}

/** Formats whose fixtures have a count that a spike makes doubtful. */
const TRIED =
  'anthropic-log bedrock claude-code claude-stream cline codex datadog gemini-cli har langgraph langsmith litellm openai-log openai-stored opencode openhands-events otel-spans pi pydantic-ai swe-agent vercel-ai-sdk';

it('no importer lets a doubtful count into a limit, or into another step', () => {
  const tried = new Set<string>();
  for (const { format, input, text } of textFixtures) {
    for (const { index, 0: all, 1: key = '' } of text.matchAll(PROMPT_COUNT)) {
      const withCount = (count: number | null) =>
        countsOf(`${text.slice(0, index)}${key}${count}${text.slice(index + all.length)}`, input);
      // Without the count; a call that is none without one has none.
      const withouts = [withCount(null), withCount(0)];
      for (const [i, { limit, steps }] of withCount(7_654_321)?.entries() ?? []) {
        const [doubted = -1, ...more] = steps.flatMap(({ counted }, step) =>
          counted?.kind === 'doubtful' ? [step] : [],
        );
        const same = withouts
          .map((one) => one?.[i])
          .find((one) => one?.steps.length === steps.length);
        if (doubted < 0 || same === undefined) continue;
        tried.add(format);
        const others = (list: typeof steps) => list.toSpliced(doubted, 1).map(({ real }) => real);
        expect([format, more, others(steps), limit]).toEqual([
          ...[format, [], others(same.steps)],
          same.limit,
        ]);
      }
    }
  }
  expect([...tried].sort().join(' ')).toBe(TRIED);
});
