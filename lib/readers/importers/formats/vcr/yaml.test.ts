import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { faultOf } from '@/lib/readers/open/testing/fault-of';
import { loadTrace } from '@/lib/readers/open/testing/load-trace';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { repeats } from '@/lib/tools/suites/endurance';
import { fixtureText } from '../../testing/fixture-files';
import { entriesOf, stepsOf } from '../../testing/session-view';
import { successOf } from '@/lib/engine/base/testing/success-of';

const scratch = new Scratch();
afterAll(() => scratch.remove());

async function read(content: string | Uint8Array): Promise<readonly unknown[]> {
  const trace = successOf(await loadTrace(scratch.file(content)));
  expect(trace.importer).toBe('vcr');
  return trace.sessions.map((session) => [stepsOf(session), entriesOf(session)]);
}

const calls = [
  [
    ['1:12', '3:20'],
    ['user text:Grüezi', 'model text:Hoi', 'user text:Wie gehts?', 'model text:Guet'],
  ],
];

test.each(['vcrpy', 'go-vcr', 'vcr'])(
  'a cassette of %s in YAML is read as its JSON would be',
  async (name) => {
    const text = fixtureText(`vcr/${name}.cassette`);
    expect(await read(text)).toEqual(calls);
    expect(await read(gzipSync(text))).toEqual(calls);
  },
);

const fault = async (content: string): Promise<unknown> => {
  const trace = await loadTrace(scratch.file(content));
  return trace.ok ? trace.value.importer : trace.error.code;
};

test('anchors that multiply, depth, other YAML and a broken one are refused', async () => {
  const laughs = Array.from(
    { length: 9 },
    (_, i) =>
      `a${i}: &a${i} [${Array(9)
        .fill(i === 0 ? 'x' : `*a${i - 1}`)
        .join(',')}]`,
  );
  expect(await fault(`interactions:\n- 1\n${laughs.join('\n')}\n`)).toBe('malformed');
  expect(await fault(`interactions:\n- ${'['.repeat(200_000)}`)).toMatch(/too-deep|malformed/);
  expect(await fault('interactions:\n- just: text\n')).toBe('no-records');
  expect(await fault('interactions:\n- request: {uri: "x\n')).toBe('malformed');
  expect(await fault(`interactions:\n- ${'x'.repeat(17 * 1024 * 1024)}`)).toBe('too-large');
});

test('so many aliases that looking them up takes minutes are refused at once', async () => {
  const aliases = (count: number): string =>
    `interactions:\n- &a {request: {uri: x, body: '{}'}, response: {}}\n${'- *a\n'.repeat(count)}`;
  expect(await fault(aliases(2_001))).toBe('too-large');
  expect(await fault(aliases(50))).toBe('no-sessions');
});

test('cut anywhere it gives less or a known error', async () => {
  const text = fixtureText('vcr/vcrpy.cassette');
  const property = fc.asyncProperty(fc.nat(text.length), async (end) => {
    expect(faultOf(await loadTrace(scratch.file(text.slice(0, end) || ' ')))).toBeNull();
  });
  await fc.assert(property, { numRuns: repeats(60, 600) });
});

/** A cassette whose last mapping has so many keys; `more` stands behind them. */
const keyed = (count: number, more = ''): string =>
  `interactions:\n${Array.from({ length: count }, (_, i) => `k${i}: ${i}\n`).join('')}${more}`;

test('a key that stands twice is refused by its line', async () => {
  const trace = await loadTrace(scratch.file(keyed(5, 'k1: 7\n')));
  expect(trace).toEqual({
    ok: false,
    error: { code: 'malformed', at: 7, message: 'The cassette is not YAML from line 7 on.' },
  });
  const inner = `interactions:\n- request: {uri: x}\n- {a: 1, b: 2,\n   a: 3}\n`;
  expect(await loadTrace(scratch.file(inner))).toMatchObject({ error: { at: 4 } });
});

test('the time grows with the keys, not with their square', async () => {
  const took = async (count: number): Promise<number> => {
    const file = scratch.file(keyed(count));
    const before = process.cpuUsage();
    await loadTrace(file);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await took(2_000);
  const [few, many] = [await took(4_000), await took(32_000)];
  // Eight times as many keys took 60 times as long.
  expect(many / few).toBeLessThan(20);
}, 60_000);
