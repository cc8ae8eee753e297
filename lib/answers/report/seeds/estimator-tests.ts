/** The tests that came with v0.9.1, each with the value that the core computes for what it checks. */
import type { Json, Part, Prefix } from '@/lib/engine/session/schema';
import { contextGuardBuffer } from '@/lib/engine/mechanisms/buffer';
import { countPart, countPrefix } from '@/lib/engine/tokens/contextguard';
import { figure, sayNumber, type Figure, type SeedFigures } from './figure';

/** Two tools with a parameter each; the Go schema writes its types in capitals. */
const toolsOf = (schema: Json): Prefix['tools'] => [
  { name: 'read_file', description: 'Reads a file of the project from the disk.', schema },
  { name: 'write_file', description: 'Writes a file of the project to the disk.', schema },
];

const jsonSchema = {
  type: 'object',
  properties: { path: { type: 'string', description: 'Path of the file' } },
  required: ['path'],
};
const goSchema = {
  type: 'OBJECT',
  properties: { path: { type: 'STRING', description: 'Path of the file' } },
  required: ['path'],
};

const toolTokens = (tools: Prefix['tools']): number =>
  countPrefix({ system: null, tools }).tools ?? 0;

const text: Part = { kind: 'text', text: 'What does the file hold?' };
const image: Part = { kind: 'inline', mime: 'image/png', bytes: 10_000 };

/** A value, and whether the test's condition holds for it. */
const row = (value: number, holds: boolean): readonly Figure[] => [figure(value), figure(holds)];

/** Figures of the section "The estimator’s tests". */
export const estimatorTestFigures: SeedFigures = {
  'estimator-tests': () => {
    const none = toolTokens(null);
    const declared = toolTokens(toolsOf(jsonSchema));
    const typed = toolTokens(toolsOf(goSchema));
    const bare = countPart(text);
    const inline = countPart(image);
    const buffer = contextGuardBuffer(200_000, '>=');
    return {
      rows: [
        row(none, none === 0),
        row(declared, declared > 50),
        row(typed, typed > 0),
        row(bare + declared, bare + declared > bare),
        row(inline, inline >= image.bytes / 4),
        [figure(buffer, 'tokens', sayNumber('20k')), figure(buffer === 20_000)],
      ],
    };
  },
};
