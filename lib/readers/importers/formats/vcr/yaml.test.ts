import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { faultOf } from '@/lib/readers/open/testing/fault-of';
import { loadTrace } from '@/lib/readers/open/testing/load-trace';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { repeats } from '@/lib/tools/suites/endurance';
import { fixtureText } from '../../testing/fixture-files';
import { entriesOf, stepsOf } from '../../testing/read-fixture';

const scratch = new Scratch();
afterAll(() => scratch.remove());

async function read(content: string | Uint8Array): Promise<readonly unknown[]> {
  const trace = await loadTrace(scratch.file(content));
  if (!trace.ok) throw new Error(trace.error.message);
  expect(trace.value.importer).toBe('vcr');
  return trace.value.sessions.map((session) => [stepsOf(session), entriesOf(session)]);
}

const calls = [
  [
    [
      [1, 12],
      [3, 20],
    ],
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
