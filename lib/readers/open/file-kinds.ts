import type { ImportError } from '@/lib/readers/importers/importer';

/** A kind of file by its first bytes, from `at` on (0 if omitted). */
interface FileKind {
  readonly bytes: readonly number[];
  readonly at?: number;
  readonly kind: string;
}

const ascii = (text: string): readonly number[] => [...text].map((char) => char.charCodeAt(0));

/** Files in which nothing can be read as they are. */
const kinds: readonly FileKind[] = [
  {
    bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a],
    kind: 'compressed with xz; gzip, Zstandard and ZIP are read',
  },
  { bytes: [0x42, 0x5a, 0x68], kind: 'compressed with bzip2; gzip, Zstandard and ZIP are read' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], kind: 'a 7-Zip archive; ZIP and tar are read' },
  { bytes: [0x52, 0x61, 0x72, 0x21], kind: 'a RAR archive; ZIP and tar are read' },
  { bytes: [0x89, ...ascii('PNG\r\n')], kind: 'an image (PNG)' },
  { bytes: [0xff, 0xd8, 0xff], kind: 'an image (JPEG)' },
  { bytes: ascii('GIF8'), kind: 'an image (GIF)' },
  { bytes: ascii('WEBP'), at: 8, kind: 'an image (WebP)' },
  { bytes: ascii('WAVE'), at: 8, kind: 'a sound (WAV)' },
  { bytes: ascii('ID3'), kind: 'a sound (MP3)' },
  { bytes: ascii('OggS'), kind: 'a sound or a film (Ogg)' },
  { bytes: ascii('ftyp'), at: 4, kind: 'a film or an image (MP4, HEIC)' },
  { bytes: [0x1a, 0x45, 0xdf, 0xa3], kind: 'a film (Matroska, WebM)' },
  { bytes: ascii('%PDF'), kind: 'a PDF document' },
  { bytes: [0x7f, ...ascii('ELF')], kind: 'a program (ELF)' },
  { bytes: [0, ...ascii('asm')], kind: 'a program (WebAssembly)' },
];

/** Error for a file whose first bytes show that it is of a kind that is not read; null for others. */
export function foreignFile(head: Buffer): ImportError | null {
  const foreign = kinds.find(({ bytes, at = 0 }) =>
    bytes.every((byte, i) => head[at + i] === byte),
  );
  if (foreign === undefined) return null;
  return { code: 'no-records', message: `The file is ${foreign.kind}.` };
}
