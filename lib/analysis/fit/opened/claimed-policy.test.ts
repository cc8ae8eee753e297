/** Which policy opens a recording whose file names no version: by how the file is written. */
import { describe, expect, it } from 'vitest';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { numbersOnly } from '@/lib/engine/tokens/numbers-only';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { openSession } from '../opening';

const lines = (...records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n');

function sessionOf(text: string, input: 'json' | 'jsonl'): Session {
  const read = readTrace(text, input);
  const session = read.ok ? read.value.sessions[0] : undefined;
  if (session === undefined) throw new Error(read.ok ? 'no session' : read.error.message);
  return session;
}

const openingOf = (session: Session) => openSession(session.source, measureSession(session));

describe('a session of pi', () => {
  const usage = { input: 900, output: 4, cacheRead: 0, cacheWrite: 0, totalTokens: 904 };
  const written = (header: object, ...more: readonly object[]): Session =>
    sessionOf(
      lines(
        { type: 'session', id: 's', cwd: '/w', timestamp: '2026-07-01T10:00:00.000Z', ...header },
        ...more,
        { type: 'message', id: 'a', parentId: null, message: { role: 'user', content: 'Hello' } },
        {
          ...{ type: 'message', id: 'b', parentId: 'a' },
          message: { role: 'assistant', content: [], stopReason: 'stop', model: 'm', usage },
        },
      ),
      'jsonl',
    );
  const system = {
    ...{ type: 'message', id: 's0', parentId: null },
    message: { role: 'system', content: '', sections: { preamble: 'You are pi.' } },
  };

  it.each([
    ['up to 0.30', '2025-12', written({})],
    ['0.31 to 0.34', '2025-12', written({ version: 2 })],
    ['0.35 to 0.84.3', '2026-03', written({ version: 3 })],
    ['0.86 or later', null, written({ version: 3 }, system)],
    [null, null, written({ version: 3, timestamp: '2026-09-01T10:00:00.000Z' })],
  ] as const)('that looks like %s opens under the preset %s', (version, preset, session) => {
    expect(session.source.agentVersion).toBe(version);
    const { own } = openingOf(session);
    expect([own?.policy.id, own?.preset]).toEqual(['pi', preset]);
    expect(own?.words).toContain(version === null ? 'recorded by pi' : `recorded by pi ${version}`);
    // Also without its texts.
    expect(openingOf(numbersOnly(session)).own?.preset).toBe(preset);
  });
});

describe('a session of Crush', () => {
  it('opens under Crush at the window of its model', () => {
    const session = textSession('limit 1000000\nu 400\n--\nm 40\nu 40\n--');
    const source = { format: 'crush', agent: 'Crush', agentVersion: null };
    const { own, settings } = openSession(source, measureSession(session));
    expect([own?.policy.id, own?.words]).toEqual(['crush', 'Crush, recorded by Crush']);
    expect(own?.policy.decision?.threshold(settings, 0)).toBe(980_000);
  });
});

describe('a session of Cline', () => {
  const profile = measureSession(textSession('limit 200000\nu 400\n-- 900'));
  const open = (agent: string, agentVersion: string | null) =>
    openSession({ format: 'cline', agent, agentVersion }, profile).own?.policy.id ?? null;

  it('opens under Cline where the package that is modelled wrote it', () => {
    expect([open('Cline', 'sdk'), open('', 'sdk')]).toEqual(['cline', 'cline']);
    // A task of the extension is cut, not summarised; another program wrote Roo Code's.
    expect([open('Cline', null), open('Roo Code', '3.43 or later')]).toEqual([null, 'roo']);
  });
});

describe('a session of Google ADK', () => {
  type Language = 'python' | 'go' | 'java' | 'typescript';
  interface Written {
    readonly id: string;
    readonly author: string;
    readonly seconds: number;
    readonly text?: string;
    readonly tokens?: number;
    readonly compacted?: readonly [from: number, to: number];
  }

  /** An event as the ADK of a language writes it. */
  const spelt: Readonly<Record<Language, (one: Written) => object>> = {
    python: ({ id, author, seconds, text, tokens, compacted }: Written) => ({
      ...{ id, author, invocation_id: 'i', timestamp: seconds },
      content:
        text === undefined
          ? null
          : { role: author === 'user' ? author : 'model', parts: [{ text }] },
      usage_metadata: tokens === undefined ? null : { prompt_token_count: tokens },
      actions: {
        requested_auth_configs: {},
        ...(compacted && {
          compaction: {
            ...{ start_timestamp: compacted[0], end_timestamp: compacted[1] },
            compacted_content: { role: 'model', parts: [{ text: 'Earlier.' }] },
          },
        }),
      },
    }),
    go: (one: Written) => ({ ...camel(one), timestamp: one.seconds }),
    java: (one: Written) => ({
      ...camel(one, { requestedAuthConfigs: {} }),
      id: `0b5c9f2e-0000-4000-8000-${one.id.padStart(12, '0')}`,
      timestamp: one.seconds * 1000,
    }),
    typescript: (one: Written) => ({
      ...camel(one, { requestedAuthConfigs: {} }),
      id: one.id.padStart(8, 'x'),
      timestamp: one.seconds * 1000,
    }),
  };
  const camel = ({ id, author, text, tokens, compacted }: Written, actions: object = {}) => ({
    ...{ id, author, invocationId: 'i' },
    content:
      text === undefined
        ? undefined
        : { role: author === 'user' ? author : 'model', parts: [{ text }] },
    usageMetadata: tokens === undefined ? undefined : { promptTokenCount: tokens },
    actions: {
      ...actions,
      ...(compacted && {
        compaction: {
          ...{ startTimestamp: compacted[0], endTimestamp: compacted[1] },
          compactedContent: { role: 'model', parts: [{ text: 'Earlier.' }] },
        },
      }),
    },
  });

  const START = 1_790_000_000;
  /** Invocations of a question and an answer each, whose request has so many tokens; then a compaction. */
  const talked = (...tokens: readonly (number | 'all' | 'old')[]): readonly Written[] => {
    const events: Written[] = [];
    for (const [i, one] of tokens.entries()) {
      const seconds = START + 10 * i;
      if (typeof one === 'number') {
        events.push({ id: `${i}q`, author: 'user', seconds, text: 'Question' });
        events.push({
          id: `${i}a`,
          author: 'bot',
          seconds: seconds + 1,
          text: 'Answer',
          tokens: one,
        });
      } else {
        const to = one === 'all' ? seconds - 1 : seconds - 20 + 5;
        events.push({ id: `${i}c`, author: 'user', seconds, compacted: [START, to] });
      }
    }
    return events;
  };
  const written = (language: Language, events: readonly Written[]): Session =>
    sessionOf(
      JSON.stringify({
        id: 's',
        appName: 'shop',
        userId: 'u',
        events: events.map(spelt[language]),
      }),
      'json',
    );

  it.each(['python', 'go', 'java', 'typescript'] as const)(
    'opens under the policy of its language, %s, where nothing was compacted',
    (language) => {
      const session = written(language, talked(100, 200));
      expect(session.source.agentVersion).toBe(`adk-${language}`);
      const { own } = openingOf(session);
      expect(own?.policy.id).toBe(`adk-${language}`);
      expect(own?.words).toMatch(/it recorded no compaction, and ADK has no default for one$/);
      expect(openingOf(numbersOnly(session)).own?.policy.id).toBe(`adk-${language}`);
    },
  );

  it('opens under the token threshold that its compaction shows, with the events that it kept', () => {
    const { own } = openingOf(written('python', talked(100, 200, 9_000, 'old', 300)));
    expect([own?.policy.id, own?.settings['retention']]).toEqual(['adk-python', 2]);
    expect(own?.settings['tokenThreshold']).toBe(9_000);
    expect(own?.words).toMatch(/its compactions keep the newest events$/);
    expect(own?.inferred).toBe(
      'its compactions kept 2 events, and a token threshold of 9,000 explains all of them',
    );
  });

  it('opens under Python’s where spans name it', () => {
    const session = textSession('limit 200000\nu 400\n-- 900');
    const open = (agent: string) =>
      openSession({ format: 'otlp', agent, agentVersion: null }, measureSession(session)).own;
    expect(open('Google ADK')?.policy.id).toBe('adk-python');
    expect(open('LangGraph')).toBeNull();
  });

  it('says nothing of a threshold that the recording contradicts', () => {
    const { own } = openingOf(written('python', talked(9_500, 200, 9_000, 'old', 300)));
    expect([own?.settings['retention'], own?.settings['tokenThreshold']]).toEqual([2, 0]);
    expect(own?.inferred).toBe('its compactions kept 2 events');
  });

  it('opens under the sliding window where its compactions take whole invocations', () => {
    const { own } = openingOf(written('go', talked(100, 200, 'all', 300, 400, 'all', 500)));
    expect([own?.policy.id, own?.settings['interval']]).toEqual(['adk-sliding', 2]);
    expect(own?.words).toMatch(/its compactions cover whole invocations$/);
    const java = openingOf(written('java', talked(100, 200, 'all', 300)));
    expect([java.own?.policy.id, java.own?.preset]).toEqual(['adk-sliding', 'java']);
  });
});
