import { seededRandom } from '@/lib/engine/base/random';
import { mutateTrace, mutationKinds } from '@/lib/readers/open/testing/mutate-trace';
import { textFixtures } from '@/lib/readers/importers/testing/fixtures';
import { claudeCodeTrace } from './trace-fixture';

/** A hostile file: its name, and its bytes in parts. */
export interface HostileFile {
  readonly name: string;
  readonly parts: () => Iterable<Buffer | string>;
}

const file = (name: string, parts: () => Iterable<Buffer | string>): HostileFile => ({
  name,
  parts,
});

/** A text over and over, in parts of about a megabyte. */
export function* repeated(text: string, times: number): Generator<string> {
  const each = Math.max(1, Math.floor(1e6 / text.length));
  const part = text.repeat(Math.min(each, times));
  for (let left = times; left > 0; left -= each) {
    yield left >= each ? part : text.repeat(left);
  }
}

function* joined(
  ...parts: readonly (Iterable<Buffer | string> | string)[]
): Generator<Buffer | string> {
  for (const part of parts) {
    if (typeof part === 'string') yield part;
    else yield* part;
  }
}

const good = (): string => [...claudeCodeTrace(20_000)].join('');

/** A line of a log with a text of `size` characters, then an answer. */
function* longLine(text: () => Iterable<Buffer | string>): Generator<Buffer | string> {
  const [user = '', answer = ''] = claudeCodeTrace(9_000);
  const at = user.indexOf('lorem');
  yield* joined(user.slice(0, at), text(), user.slice(at), answer);
}

/** Nesting of every shape, from just too deep to 50 million levels. */
function deep(): readonly HostileFile[] {
  const shapes: readonly (readonly [string, string, string])[] = [
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
    ['mixed', '[{"a":', '}]'],
    ['a line each', '[\n', ']\n'],
  ];
  return shapes.flatMap(([shape, open, close]) =>
    [201, 100_000, 10_000_000].flatMap((levels) => [
      file(`deep ${shape} ${levels}`, () => repeated(open, levels)),
      file(`deep ${shape} ${levels} closed`, () =>
        joined(repeated(open, levels), open.endsWith(':') ? '1' : '', repeated(close, levels)),
      ),
      file(`deep ${shape} ${levels} among good lines`, () =>
        joined(good(), repeated(open.trim(), levels), '\n', good()),
      ),
      file(`deep ${shape} ${levels} after text`, () => joined('Log:\n', repeated(open, levels))),
    ]),
  );
}

/** Lines, values and documents of sizes that nobody writes. */
function large(): readonly HostileFile[] {
  const text = (bytes: number) => () => repeated('x', bytes);
  return [
    ...[10e6, 60e6, 150e6, 250e6, 300e6].map((bytes) =>
      file(`a line of ${bytes / 1e6} MB`, () => longLine(text(bytes))),
    ),
    file('a line of escapes', () => longLine(() => repeated('\\u00e9\\n', 5e6))),
    file('a line of two-byte letters', () => longLine(() => repeated('é', 20e6))),
    file('an object of a million keys', () => joined('{"a":0', keys(1_000_000), '}')),
    file('a list of 30 million numbers', () => joined('[1', repeated(',1', 30e6), ']')),
    file('a document of 30 million numbers', () => joined('{"a":[1', repeated(',1', 30e6), ']}')),
    file('a list of 5 million objects', () => joined('[{}', repeated(',{}', 5e6), ']')),
    file('lines of nothing', () => repeated('\n', 50e6)),
    file('lines of blanks', () => repeated(' \r\n', 10e6)),
    file('lines that are not JSON', () => repeated('x\n', 10e6)),
    file('lines that are not UTF-8', () => [...repeated('', 0), ...notUtf8(2e6)]),
    file('lines of numbers', () => repeated('1\n', 3e6)),
    file('lines of several values', () => repeated('{}{}{}\n', 300_000)),
    file('a good line, then ten million others', () =>
      joined(good(), repeated('{"type":"x"}\n', 1e6)),
    ),
    file('a string that never ends', () => joined('{"a":"', repeated('x', 100e6))),
    file('a key that never ends', () => joined('{"', repeated('x', 100e6))),
    file('a number that never ends', () => joined('[', repeated('1', 50e6), ']')),
    file('blanks that never end', () => repeated(' ', 100e6)),
    file('quotes', () => repeated('"', 20e6)),
    file('backslashes', () => joined('{"a":"', repeated('\\', 20e6), '"}')),
    file('brackets that close', () => repeated(']', 20e6)),
  ];
}

function* keys(count: number): Generator<string> {
  for (let i = 0; i < count; i++) yield `,"k${i}":${i}`;
}

function* notUtf8(lines: number): Generator<Buffer> {
  const part = Buffer.alloc(100_000, Buffer.from([0xff, 0x0a]));
  for (let written = 0; written < lines * 2; written += part.length) yield part;
}

/** Encodings and bytes that are no text. */
function encoded(seed: number): readonly HostileFile[] {
  const random = seededRandom(seed);
  const noise = (bytes: number): Buffer =>
    Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256)));
  const log = good();
  const one = (name: string, content: Buffer): HostileFile => file(name, () => [content]);
  return [
    one('UTF-16 little', Buffer.from(`\ufeff${log}`, 'utf16le')),
    one('UTF-16 big', Buffer.from(`\ufeff${log}`, 'utf16le').swap16()),
    one('three byte order marks', Buffer.from(`\ufeff\ufeff\ufeff${log}`)),
    one('latin1', Buffer.from(log.replaceAll('o', 'ö'), 'latin1')),
    one('NUL between the letters', Buffer.from([...log].join('\0'))),
    one('lone surrogates', Buffer.from(log.replaceAll('lorem', '\\ud800\\udfff\\udc00'))),
    one('names of prototypes', Buffer.from(log.replaceAll('"userType"', '"__proto__"'))),
    one(
      'numbers beyond range',
      Buffer.from(log.replaceAll(/"input_tokens":\d+/g, '"input_tokens":1e999')),
    ),
    one('PNG', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), noise(100_000)])),
    ...Array.from({ length: 12 }, (_, i) => one(`noise ${i}`, noise(1 + i * 20_000))),
    ...Array.from({ length: 8 }, (_, i) =>
      one(`telemetry of noise ${i}`, Buffer.concat([Buffer.from([10]), noise(20_000 + i)])),
    ),
  ];
}

/** Every format's fixtures, damaged. */
function damaged(seed: number, count: number): readonly HostileFile[] {
  const random = seededRandom(seed);
  const below = (most: number): number => Math.floor(random() * most);
  return Array.from({ length: count }, (_, i) => {
    const fixture = textFixtures[below(textFixtures.length)] ?? { input: 'json', text: '' };
    const kind = mutationKinds[i % mutationKinds.length] ?? 'cut';
    const mutation = { kind, a: below(1e6), b: below(1e6), c: below(1e6) };
    const content = mutateTrace(Buffer.from(fixture.text), fixture.input, mutation);
    return file(`damaged ${i} (${kind})`, () => [content]);
  });
}

/** Hostile texts, the same for the same seed. */
export const hostileTexts = (seed: number): readonly HostileFile[] => [
  ...deep(),
  ...large(),
  ...encoded(seed),
  ...damaged(seed, 48),
];
