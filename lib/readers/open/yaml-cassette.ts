import { isUtf8 } from 'node:buffer';
import { err, ok, type Result } from '@/lib/engine/base/result';
import { fieldsOf } from '@/lib/readers/importers/mechanisms/loose-json';
import type { ImportError } from '@/lib/readers/importers/importer';
import { sniff } from '@/lib/readers/importers/registry';
import type { Json } from '@/lib/engine/session/schema';
import { documentSource } from './text-source';
import type { TraceBytes } from './trace-bytes';
import type { TraceSource } from './trace-source';

/** Bytes searched for the beginning of a cassette. */
const HEAD_BYTES = 4_096;

/** Most bytes of a cassette: its parsed tree takes many times as much. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Most places that one anchor may stand for, those of the anchors inside it multiplied. */
const MOST_ALIASES = 100;

/** Most aliases of a cassette: each is looked up among all anchors and aliases before it. */
const MOST_LOOKUPS = 2_000;

/** The first keys of a cassette of vcrpy, VCR or go-vcr. */
const BEGINNING =
  /^\ufeff?(?:---[ \t]*\r?\n)?(?:#[^\n]*\n)*(?:version: \d+\r?\n)?(?:http_)?interactions:[ \t]*\r?\n/;

/**
 * A cassette of requests in YAML, as the document that it would be in JSON; null for other files. The
 * YAML library is fetched for it alone.
 */
export async function yamlCassette(
  file: TraceBytes,
  signal: AbortSignal | undefined,
): Promise<Result<TraceSource, ImportError> | null> {
  const head = await file.head(HEAD_BYTES);
  if (!BEGINNING.test(head.toString('utf8'))) return null;
  const bytes = await file.whole(MOST_BYTES, signal);
  if (bytes === null) return err(tooLarge);
  const value = await valueOf(bytes.toString('utf8'));
  if (!value.ok) return value;
  if (!sniff({ kind: 'json', records: [value.value] }).ok) return null;
  return ok(documentSource(file, { form: 'document', value: value.value, after: null }));
}

const tooLarge: ImportError = {
  code: 'too-large',
  message: `The file is a cassette in YAML of more than ${MOST_BYTES / 1024 / 1024} MiB, the limit; as JSON it may be larger.`,
};

const tooManyAliases = (aliases: number): ImportError => ({
  code: 'too-large',
  message: `The cassette has ${aliases} YAML aliases, the limit is ${MOST_LOOKUPS}; as JSON it has none.`,
});

const notYaml = (line: number): ImportError => ({
  code: 'malformed',
  message: `The cassette is not YAML from line ${line} on.`,
  at: line,
});

async function valueOf(text: string): Promise<Result<Json, ImportError>> {
  const { isScalar, LineCounter, parseDocument, visit } = await import('yaml');
  try {
    const lines = new LineCounter();
    const document = parseDocument(text, {
      schema: 'core',
      customTags: ['binary'],
      logLevel: 'silent',
      prettyErrors: true,
      lineCounter: lines,
      // The library compares each key with all before it; below each is looked up once.
      uniqueKeys: false,
    });
    const [fault] = document.errors;
    if (fault !== undefined) return err(notYaml(fault.linePos?.[0].line ?? 1));
    let aliases = 0;
    let repeated = Infinity;
    visit(document, {
      Alias: () => void aliases++,
      Map: (_, { items }) => {
        const seen = new Set<unknown>();
        for (const { key } of items) {
          if (!isScalar(key)) continue;
          if (seen.has(key.value)) repeated = Math.min(repeated, key.range?.[0] ?? 0);
          seen.add(key.value);
        }
      },
    });
    if (repeated < Infinity) return err(notYaml(lines.linePos(repeated).line));
    if (aliases > MOST_LOOKUPS) return err(tooManyAliases(aliases));
    return ok(jsonOf(document.toJS({ maxAliasCount: MOST_ALIASES })));
  } catch (error) {
    if (error instanceof RangeError) {
      return err({ code: 'too-deep', message: 'The YAML of the cassette nests too deep.' });
    }
    const message = 'The YAML of the cassette repeats its anchors too often, or is damaged.';
    return err({ code: 'malformed', message });
  }
}

/** A value as JSON: bytes are a text where they are UTF-8, else base64 under vcrpy's name for it. */
function jsonOf(value: unknown): Json {
  if (value instanceof Uint8Array) return textOfBytes(value) ?? base64(value);
  if (Array.isArray(value)) return value.map(jsonOf);
  const fields = fieldsOf(value);
  if (fields !== null) {
    const entries = Object.entries(fields).map(([key, item]): [string, Json] => {
      const binary = item instanceof Uint8Array && textOfBytes(item) === null;
      return [binary && key === 'string' ? 'base64_string' : key, jsonOf(item)];
    });
    return Object.fromEntries(entries);
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null;
}

const textOfBytes = (bytes: Uint8Array): string | null =>
  isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : null;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
