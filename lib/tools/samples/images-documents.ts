import type { Part, Session } from '@/lib/engine/session/schema';
import { Recorder } from '@/lib/readers/scenarios/incident/recorder';
import type { Sample } from '@/lib/readers/scenarios/incident/sample';
import { tool } from './tool-definitions';
import { Writer, type Vocabulary } from '@/lib/readers/scenarios/incident/writer';

const SYSTEM = `You settle insurance claims. Read the photographs and documents the customer sends, compare them with the policy, and say what is covered and why. Name the page or the picture you rely on.`;

const vocabulary: Vocabulary = {
  damage: [
    'a burst pipe',
    'a broken windscreen',
    'hail',
    'smoke',
    'a fallen tree',
    'a kitchen fire',
    'a flooded cellar',
  ],
  item: [
    'kitchen floor',
    'north wall',
    'car bonnet',
    'roof',
    'washing machine',
    'parquet',
    'wardrobe',
    'boiler',
  ],
  paper: ['estimate', 'invoice', 'expert report', 'policy schedule', 'police report', 'receipt'],
  firm: ['Harrow & Lind', 'Moss Repairs', 'Kestrel Roofing', 'Bright Plumbing', 'Oakley Surveyors'],
};

const remarks: readonly string[] = [
  'The photograph shows {damage} at the {item}; the {paper} of {firm} names {120-9800} euro for it.',
  'Page {2-14} of the {paper} excludes {damage} above {1000-9000} euro; the {item} is below that.',
  'The date on the {paper} is {1-6} days after the report, which the policy allows.',
  'I cannot see the {item} in this picture. Another photograph of it would help.',
];

const questions: readonly string[] = [
  'Here are photographs of the {item} after {damage}. Is this covered?',
  'This is the {paper} of {firm} for the {item}.',
  'One more picture of the {item}; the first was blurred.',
  'Please compare the {paper} with what we paid in {2019-2025}.',
];

const clauses: readonly string[] = [
  'Section {1-24}.{1-9}: {damage} is covered up to {1000-90000} euro less {100-900} euro.',
  'Section {1-24}.{1-9}: the {item} counts as part of the building unless the {paper} says otherwise.',
  'Section {1-24}.{1-9}: the insured sends a {paper} within {5-30} days.',
];

const photo = (writer: Writer): Part => ({
  kind: 'inline',
  mime: 'image/jpeg',
  bytes: writer.int(90_000, 420_000),
});

const document = (writer: Writer): Part => ({
  kind: 'inline',
  mime: 'application/pdf',
  bytes: writer.int(140_000, 900_000),
});

/** A photograph takes about 1,600 tokens whatever its size; a page of a document about 1,900. */
const tokensOf = (bytes: number): number =>
  bytes < 430_000 ? 1_300 + (bytes % 500) : 1_900 * Math.round(bytes / 110_000);

function build(): Session {
  const writer = new Writer(0x1ae5, vocabulary);
  const tools = [
    tool('policy_lookup', 'Return the clauses of a policy.', {
      number: ['string', 'Policy number'],
    }),
  ];
  const recorder = new Recorder(
    {
      id: 'images-documents',
      name: 'Sample: images and documents',
      note: 'bytes / 4 counts a photograph as 20,000 to 100,000 tokens; the provider counts about 1,600. ContextGuard compacts again and again although no request comes near the limit.',
      agent: 'Claims agent (generated)',
      model: 'gemini-2.5-flash',
      limit: 1_048_576,
      prefix: { system: [{ kind: 'text', text: SYSTEM }], tools },
      prefixTokens: 210,
      density: 1.06,
      spread: 0.07,
      start: '2026-03-17T10:00:00Z',
      inlineTokens: tokensOf,
    },
    writer,
  );
  for (let turn = 0; turn < 26; turn++) {
    const files = Array.from({ length: writer.int(0, 2) }, () =>
      writer.chance(0.75) ? photo(writer) : document(writer),
    );
    recorder.user(writer.line(writer.pick(questions)), ...files);
    recorder.step();
    if (writer.chance(0.7)) {
      const number = writer.line('H-{10000-99999}');
      const result = writer.about(clauses, writer.int(600, 3_800));
      recorder.use([{ name: 'policy_lookup', args: { number }, result }]);
      recorder.step();
    }
    recorder.say(writer.lines(remarks, writer.int(1, 3)));
  }
  return recorder.finish();
}

/** Inline data: the estimator's largest error. */
export const imagesDocuments: Sample = { id: 'images-documents', build };
