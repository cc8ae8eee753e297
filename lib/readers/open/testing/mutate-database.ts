import { seededRandom } from '@/lib/engine/base/random';

/** Bytes that are not UTF-8, and those of the header's and the cells' numbers. */
const hostile: readonly (readonly number[])[] = [
  ...[[0xff], [0xfe, 0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0x80], [0]],
  ...[[0xff, 0xff, 0xff, 0x7f], [0x81, 0x80, 0x80, 0x80, 0x00], [0x0d], [0x05], [0x02], [0x0a]],
];

/** A damaged copy of a SQLite database, the same for the same seed. */
export function mutateDatabase(database: Buffer, seed: number): Buffer {
  const random = seededRandom(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const copy = Buffer.from(database);
  const pageBytes = copy.readUInt16BE(16);
  const pages = Math.floor(copy.length / pageBytes);
  /** Places of texts, so that many damages hit one. */
  const texts = [...copy.toString('latin1').matchAll(/[\w{}":, ]{6,}/g)].map(
    ({ index, 0: text }) => index + below(text.length),
  );
  const place = (): number =>
    random() < 0.6 && texts.length > 0 ? (texts[below(texts.length)] ?? 0) : below(copy.length);
  for (let i = 0; i <= below(6); i++) {
    switch (below(6)) {
      case 0:
      case 1: {
        const bytes = hostile[below(hostile.length)] ?? [];
        Buffer.from([...bytes]).copy(copy, place());
        break;
      }
      case 2: {
        const at = below(copy.length);
        copy[at] = (copy[at] ?? 0) ^ (1 << below(8));
        break;
      }
      case 3: {
        // A page in the place of another: rows that are claimed twice, roots of other kinds.
        const from = below(pages) * pageBytes;
        copy.copy(copy, below(pages) * pageBytes, from, from + pageBytes);
        break;
      }
      case 4:
        // Headers of pages: kind, number of cells, first free place.
        copy[below(pages) * pageBytes + below(12)] = below(256);
        break;
      default:
        // The file's header: page size, versions, encoding, sizes; not its first words.
        copy[16 + below(84)] = below(256);
    }
  }
  return random() < 0.1 ? copy.subarray(0, 512 + below(copy.length)) : copy;
}
