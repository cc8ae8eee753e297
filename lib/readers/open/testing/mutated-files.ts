import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { seededRandom } from '@/lib/engine/base/random';
import { textFixtures } from '@/lib/readers/importers/testing/fixtures';
import { mutateDatabase } from './mutate-database';
import { mutateTrace, mutationKinds } from './mutate-trace';
import type { Scratch } from './scratch';
import { tarFile } from './tar-file';
import { zip64File, zipFile } from './zip-file';
import { zstdFrame } from './zstd-frame';

/** A damaged file. */
export interface MutatedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const databases = ['adk/fixtures/adk-database/columns', 'opencode/fixtures/opencode/database'];

const cassette = `interactions:
- request:
    body: '{"model":"gpt-4o","messages":[{"role":"user","content":"hello"}]}'
    headers: {}
    method: POST
    uri: https://api.openai.com/v1/chat/completions
  response:
    body:
      string: '{"model":"gpt-4o","choices":[{"message":{"role":"assistant","content":"hi"}}],"usage":{"prompt_tokens":9,"completion_tokens":1,"total_tokens":10}}'
    status: {code: 200, message: OK}
version: 1
`;

type Pack = (content: Buffer) => Buffer | Promise<Buffer>;

/** Every way in which a reader meets bytes, with a name that says nothing false. */
const packs: readonly (readonly [ending: string, Pack])[] = [
  ['jsonl', (content) => content],
  ['gz', (content) => gzipSync(content)],
  ['zst', (content) => zstdFrame(content)],
  ['zip', (content) => zipFile([{ name: 'a/b.json', content }])],
  ['zip', (content) => zip64File([{ name: 'a/b.json', content }])],
  ['tar', (content) => tarFile([{ name: 'a/b.jsonl', content }])],
  ['zip', (content) => zipFile([{ name: 'c.gz', content: gzipSync(content) }])],
];

/**
 * So many damaged files, the same for the same seed: fixtures of the formats packed in each way and
 * damaged within, without or both, databases and cassettes.
 */
export async function mutatedFiles(
  count: number,
  seed: number,
  scratch: Scratch,
): Promise<readonly MutatedFile[]> {
  const random = seededRandom(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const sound = databases.map((name) =>
    readFileSync(
      scratch.database(readFileSync(`lib/readers/importers/formats/${name}.sql`, 'utf8')),
    ),
  );
  const damaged = (bytes: Buffer, input: 'json' | 'jsonl', kinds: readonly string[]): Buffer => {
    const [a, b, c] = [below(2 ** 30), below(2 ** 30), below(2 ** 30)];
    return mutateTrace(bytes, input, { kind: kinds[below(kinds.length)] ?? 'flip', a, b, c });
  };
  const bytesOnly = ['flip', 'cut', 'hole', 'insert'];
  const one = async (i: number): Promise<MutatedFile> => {
    const kind = i % (packs.length + 2);
    if (kind === packs.length) {
      const bytes = mutateDatabase(sound[below(sound.length)] ?? Buffer.alloc(0), seed + i);
      return { name: `${i}.db`, bytes };
    }
    if (kind > packs.length) {
      const bytes = damaged(Buffer.from(cassette), 'jsonl', mutationKinds.slice(0, 9));
      return { name: `${i}.yaml`, bytes };
    }
    const [ending, pack] = packs[kind] ?? ['jsonl', (content: Buffer) => content];
    const { text, input } = textFixtures[below(textFixtures.length)] ?? { text: '', input: 'json' };
    const within = random() < 0.6;
    const content = Buffer.from(text);
    const packed = await pack(within ? damaged(content, input, mutationKinds) : content);
    const without = !within || random() < 0.2;
    return { name: `${i}.${ending}`, bytes: without ? damaged(packed, input, bytesOnly) : packed };
  };
  const files: MutatedFile[] = [];
  for (let i = 0; i < count; i++) files.push(await one(i));
  return files;
}
