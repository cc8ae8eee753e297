import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryStore } from './memory-store';
import type { Json, Session } from './schema';
import { parseSession, serializeSession } from './serialize';
import { SessionReader } from './session-reader';
import { textSession } from './testing/text-session';
import { upgradeSession } from './upgrade';

const base = textSession('u "go"\n-- 10\nc read\nr read 5\n-- 20\nm "done"');

const withArgs = (args: Json): Session => ({
  ...base,
  entries: base.entries.map((entry, i) =>
    i === 1 ? { ...entry, parts: [{ kind: 'call', name: 'read', args }] } : entry,
  ),
});

/** JSON path of the error that a changed copy gives. */
function faultAt(change: object): string | null {
  const parsed = parseSession({ ...base, ...change });
  return parsed.ok ? null : parsed.error.at;
}

describe('canonical text', () => {
  test('gives back any JSON value of a part', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (args) => {
        const session = withArgs(JSON.parse(JSON.stringify(args)) as Json);
        const parsed = parseSession(JSON.parse(serializeSession(session)));
        expect(parsed).toEqual({ ok: true, value: session });
      }),
      { seed: 11 },
    );
  });

  test('keeps keys named __proto__ and lone surrogates', () => {
    const session = withArgs(JSON.parse('{"__proto__":{"a":1},"s":"\\ud800"}') as Json);
    const text = serializeSession(session);
    const parsed = parseSession(JSON.parse(text));
    expect(parsed.ok && serializeSession(parsed.value)).toBe(text);
    expect(text).toContain('__proto__');
  });

  test('goes through a store unchanged', () => {
    const store = new MemoryStore();
    store.entry(base.entries[0]!);
    const session = { ...base, steps: base.steps.map((s) => ({ ...s, usage: { input: 5 } })) };
    const { entries, steps } = session;
    const opened = SessionReader.open({ ...session, entries: [], steps: [] }, '$', store);
    if (!opened.ok) throw new Error(opened.error.message);
    for (const entry of entries) expect(opened.value.entry(entry, '$')).toBeNull();
    for (const step of steps) expect(opened.value.step(step, '$')).toBeNull();
    const draft = opened.value.finish();
    expect(draft.ok && store.session(draft.value)).toEqual(session);
  });
});

describe('a session that contradicts itself is refused with the place', () => {
  const compaction = { ...textSession('u 1\n== compact\n-- 5').compactions[0], entry: 1, step: 1 };
  const step = (change: object): object => ({
    steps: [{ ...base.steps[0], ...change }, base.steps[1]],
  });
  const compact = (change: object): object => ({ compactions: [{ ...compaction, ...change }] });

  test.each([
    [{}, null],
    [step({ entries: 4 }), '$.steps[1].entries'],
    [step({ entries: 9 }), '$.steps[0].entries'],
    [step({ entries: -1 }), '$.steps[0].entries'],
    [step({ real: 2 ** 32 }), '$.steps[0]'],
    [step({ output: 417, cacheWrite: 9984 }), null],
    [step({ output: 2 ** 32 }), '$.steps[0]'],
    [step({ cacheWrite: -1 }), '$.steps[0].cacheWrite'],
    [compact({}), null],
    [compact({ entry: 9 }), '$.compactions[0]'],
    [compact({ step: 3 }), '$.compactions[0]'],
    [compact({ entry: 4, step: 1 }), '$.compactions[0]'],
    [compact({ entry: 4, step: 2 }), null],
    [compact({ kept: [[0, 1]] }), null],
    [compact({ kept: [[0, 2]] }), '$.compactions[0]'],
    [
      compact({
        entry: 3,
        kept: [
          [1, 2],
          [0, 1],
        ],
      }),
      '$.compactions[0]',
    ],
    [compact({ elided: [0] }), null],
    [compact({ elided: [0, 0] }), '$.compactions[0]'],
    [{ compactions: [{ ...compaction, entry: 3 }, compaction] }, '$.compactions[1]'],
    [
      {
        entries: [
          { role: 'user', parts: [{ kind: 'inline', mime: 'x', bytes: 2 ** 40 }] },
          ...base.entries,
        ],
      },
      '$.entries[0]',
    ],
  ])('%o', (change, at) => {
    expect(faultAt(change)).toBe(at);
  });
});

describe('the version', () => {
  test('of this build passes as it is', () => {
    expect(upgradeSession(base)).toEqual({ ok: true, value: base });
  });

  test.each([2, 0, -1, 99])('%d is not read', (version) => {
    expect(upgradeSession({ ...base, version })).toMatchObject({
      ok: false,
      error: { code: 'unsupported-version', at: '$.version' },
    });
  });

  test.each(['1', null, 1.5, undefined])('%s is not a version', (version) => {
    expect(upgradeSession({ ...base, version })).toMatchObject({
      ok: false,
      error: { code: 'malformed', at: '$.version' },
    });
  });
});
