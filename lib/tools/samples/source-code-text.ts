import type { Vocabulary, Writer } from '@/lib/readers/scenarios/incident/writer';

const words = (text: string): readonly string[] => text.split(' ');

const nouns = words(
  'order invoice parcel route tariff customer depot manifest quote carrier label claim pallet schedule',
);

/** Words of a code base that books freight. */
export const sourceCodeVocabulary: Vocabulary = {
  noun: nouns,
  Noun: nouns.map((noun) => noun.charAt(0).toUpperCase() + noun.slice(1)),
  verb: words(
    'load price merge assign close split validate reserve publish archive rebuild compare',
  ),
  field: words(
    'total weightKg dueAt currency zone reference version legs surcharge depotId carrierCode status',
  ),
  type: [
    'string',
    'number',
    'Date',
    'boolean',
    'readonly {Noun}[]',
    '{Noun} | null',
    'Map<string, {Noun}>',
  ],
  module: ['domain', 'pricing', 'routing', 'billing', 'warehouse', 'adapters', 'api', 'jobs'],
  file: [
    'src/{module}/{noun}-{verb}.ts',
    'src/{module}/{noun}.ts',
    'src/{module}/{noun}-{noun}.ts',
    'test/{module}/{noun}-{verb}.test.ts',
  ],
  message: [
    'expected {0-999} to equal {0-999}',
    "Property '{field}' does not exist on type '{Noun}'",
    "Cannot read properties of undefined (reading '{field}')",
    'Timed out after {2-9}000 ms waiting for {noun}',
    "Argument of type '{type}' is not assignable to parameter of type '{type}'",
    'unique constraint {noun}_{field}_key violated',
  ],
  reason: [
    'the {noun} is read before the {noun} is saved',
    'a {noun} without {field} is dropped silently',
    '{verb}{Noun} compares {field} as text',
    'two depots share one {field}',
    'the cache keeps the {noun} after {verb}',
    'the retry doubles the {field}',
    'rounding happens per {noun} instead of per {noun} line',
  ],
};

/** Lines of a source file; ^ and ~ become braces, which mark slots here. */
const statements: readonly string[] = [
  'export function {verb}{Noun}({noun}: {Noun}, {field}: {type}): {Noun} ^',
  '  const {field} = {noun}.{field} ?? {0-900};',
  '  if ({noun}.{field} === null) return {verb}{Noun}({noun}, {noun}.{field});',
  '  for (const {noun} of {noun}s) total += {noun}.{field} * {1-40} / {10-100};',
  '  logger.debug("{verb} {noun}", ^ {field}: {noun}.{field}, id: "{x8}" ~);',
  '  assert({noun}.{field} >= 0, "a {noun} without {field}");',
  '  return ^ ...{noun}, {field}, version: {noun}.version + 1 ~;',
  '~',
  '',
  '/** Gives a {noun} its {field}; {reason} otherwise. */',
  'const {Noun}Schema = z.object(^ {field}: z.{type}(), {field}: z.{type}().optional() ~);',
  "  await db.{noun}.update(^ where: ^ id: {noun}.id ~, data: ^ {field}: '{x6}' ~ ~);",
  '  // {reason}, see issue {100-4000}.',
];

const matches: readonly string[] = [
  '{file}:{1-480}:   const {field} = {verb}{Noun}({noun}.{field});',
  '{file}:{1-480}: // {reason}',
  '{file}:{1-480}: expect({verb}{Noun}({noun})).toEqual({noun});',
];

const testLines: readonly string[] = [
  ' ✓ {file} > {verb}s a {noun} with {field} ({1-80} ms)',
  ' ✓ {file} > keeps the {field} of a {noun} ({1-40} ms)',
  ' ✗ {file} > {verb}s every {noun}: {message}',
];

const remarks: readonly string[] = [
  'I think {reason}; {verb}{Noun} in {file} is the place.',
  'The failing test says: {message}. Let me read {file}.',
  '{file} looks right. Next: who calls {verb}{Noun}?',
  'Changed {verb}{Noun} so that {field} is kept; running the tests.',
  'That fixes the {noun}, but {reason} remains.',
];

const requests: readonly string[] = [
  'Customers report that {reason}. Please find and fix it.',
  'Move {verb}{Noun} from {module} to {module} and keep its tests green.',
  'Add {field} to {Noun}, with a migration and tests.',
  'Why does {file} fail on CI since yesterday?',
  'Review the change of {verb}{Noun}; I worry that {reason}.',
  'Now do the same for the {noun}.',
];

const brackets = (text: string): string => text.replace(/\^/g, '{').replace(/~/g, '}');

/** Texts read and written by a coding agent. */
export const sourceCode = {
  file: (writer: Writer, bytes: number): string => brackets(writer.about(statements, bytes)),
  /** Exactly `bytes` of source. */
  exactly: (writer: Writer, bytes: number): string => brackets(writer.exactly(statements, bytes)),
  matches: (writer: Writer, bytes: number): string => writer.about(matches, bytes),
  tests: (writer: Writer, bytes: number): string => writer.about(testLines, bytes),
  remark: (writer: Writer): string => writer.line(writer.pick(remarks)),
  request: (writer: Writer): string => writer.line(writer.pick(requests)),
  summary: (writer: Writer): string =>
    `## Current state\n${writer.lines(remarks, 8)}\n## Next steps\n${writer.lines(requests, 4)}`,
};
