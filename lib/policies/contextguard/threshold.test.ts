import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readContent } from '@/lib/readers/importers/mechanisms/genai';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import type { Entry, Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { contextGuardThreshold } from './threshold';
import { summaryEntryTokens } from '@/lib/engine/mechanisms/summary-text';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

interface Vector {
  readonly id: string;
  readonly fn: string;
  readonly note: string;
  readonly input: {
    readonly contents: readonly unknown[];
    readonly contextWindow: number;
    readonly summary: string;
    readonly contentsAtCompaction: number;
  };
  readonly output: { readonly kept: number; readonly tokens: number; readonly count: number };
}

const estimates = JSON.parse(readFileSync('lib/engine/tokens/fixtures/estimates.json', 'utf8')) as {
  readonly vectors: readonly Vector[];
};
const vectors = (fn: string): readonly (readonly [string, string, Vector])[] =>
  estimates.vectors
    .filter((vector) => vector.fn === fn)
    .map((vector) => [vector.id, vector.note, vector] as const);

/** A session whose log is `contents`, with one step over all of it. */
function sessionOf(contents: readonly unknown[]): Session {
  const entries = contents.flatMap((content): Entry[] => {
    const entry = readContent(content as never, 'user');
    return entry === null ? [] : [entry];
  });
  const picture = textSession('u 4\n-- ?');
  const step = { ...picture.steps[0], entries: entries.length } as Session['steps'][number];
  return { ...picture, entries, steps: [step] };
}

const withSettings = (settings: object) => contextGuardThreshold.settings.parse(settings);

describe('truncateForSummarizer', () => {
  it.each(vectors('truncateForSummarizer'))('%s %s', (_, __, { input, output }) => {
    const profile = measureSession(sessionOf(input.contents));
    // A prefix as large as the window makes the step fire whatever the contents are.
    const session = prepare(profile, input.contextWindow);
    const settings = withSettings({ window: input.contextWindow });
    const { columns } = replay(session, contextGuardThreshold, settings);
    expect(columns.compacted[0]).toBe(1);
    expect(columns.summarizerContents[0]).toBe(output.kept);
  });
});

describe('injectSummary', () => {
  it.each(vectors('injectSummary'))('%s %s', (_, __, { input, output }) => {
    const session = preparedSession(sessionOf(input.contents));
    const watermark = input.contentsAtCompaction;
    const entries = session.profile.entryCount;
    // A user text that begins like a summary blocks injection: the request stays what it is.
    const spoofed = ((session.profile.entries.flags[0] ?? 0) & 16) !== 0;
    const covered = !spoofed && watermark > 0 && watermark <= entries ? watermark : 0;
    session.requests.look(0, {
      injected: !spoofed && input.summary !== '',
      covered,
      since: -1,
      summaryBytes: Buffer.byteLength(input.summary),
      summaryTokens: -1,
      keptHeuristic: 0,
      keptReference: 0,
      keptReal: 0,
      recorded: -1,
      difference: 0,
    });
    const heuristic = (session.requests.heuristic[0] ?? 0) + session.requests.heuristicOffset;
    expect(heuristic).toBe(output.tokens);
  });
});

describe('the production incident: never persisted, never stripped', () => {
  it('after a compaction the next step sees the summary and what came after the watermark', () => {
    const profile = measureSession(
      textSession(`
        u 40000
        -- ?
        m 400
        u 400
        -- ?
      `),
    );
    const settings = withSettings({ window: 8_000, summary: 'bytes', summaryBytes: 120 });
    const { columns } = replay(prepare(profile), contextGuardThreshold, settings);
    expect([...columns.compacted]).toEqual([1, 0]);
    expect(columns.watermarkAfter[0]).toBe(1);
    // Summary entry (80 + 120) / 4 = 50, then the model's 100 and the user's 100.
    expect(columns.heuristic[1]).toBe(summaryEntryTokens(120) + 200);
    expect(columns.heuristicRaw[1]).toBe(10_200);
  });
});

describe('settings', () => {
  it('defaults are the reference constants', () => {
    expect(withSettings({})).toMatchObject({
      window: 200_000,
      cap: 5,
      factor: 2.5,
      floor: 1,
      attempts: 3,
    });
  });

  it('survive JSON', () => {
    const settings = withSettings({ window: 123_456, cap: 6.67 });
    expect(withSettings(JSON.parse(JSON.stringify(settings)) as object)).toEqual(settings);
  });

  it('refuses what it does not know', () => {
    expect(contextGuardThreshold.settings.safeParse({ windows: 1 }).success).toBe(false);
  });
});
