import { byteAt, intAt } from '@/lib/engine/base/read';
import { formatInteger } from '@/lib/engine/base/format';
import { utf8Length } from '@/lib/engine/base/utf8';
import type {
  ReadShare,
  PromptPart,
  PromptTexts,
  RenderedPart,
  SummariserPrompt,
} from '@/lib/engine/policy/summariser';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Entry } from '@/lib/engine/session/schema';
import { shapeOfPart, type EntryShape, type PartShape } from '@/lib/engine/tokens/text/part-shapes';
import type { Profile } from '@/lib/engine/tokens/profile';
import { sizeOf, type Contents, type SummarisedContents } from './contents';

/** Kinds of contents, in the order they are listed. */
export const inputKinds = [
  'summary',
  'text',
  'thought',
  'call',
  'response',
  'inline',
  'other',
] as const satisfies readonly ('summary' | PromptPart)[];

/** Contents of one kind that a compaction replaced, and what the summariser was given of them. */
export interface InputRow {
  readonly kind: (typeof inputKinds)[number];
  /** Parts of this kind. */
  readonly parts: number;
  /** Heuristic tokens of the parts, and those of them that reached the summariser. */
  readonly counted: number;
  readonly given: number;
}

/** The prompt to the byte. */
export interface PromptSize {
  readonly instructionBytes: number;
  /** The user's text: transcript, previous summary and what stands around them. */
  readonly textBytes: number;
  readonly words: number;
  /** Bytes ÷ 4 of both. */
  readonly tokens: number;
}

/** What a summariser call was given of what the compaction replaced. */
export interface SummariserInput {
  /** Contents replaced, and those that were left after the oldest were cut off. */
  readonly contents: number;
  readonly givenContents: number;
  readonly rows: readonly InputRow[];
  readonly counted: number;
  readonly given: number;
  /** `given` of `counted`, 0 to 1; 1 where nothing was counted. */
  readonly coverage: number;
  /** Tokens from which the oldest contents are cut off; null: never. */
  readonly budget: number | null;
  readonly cap: number | null;
  /** null where only the vendor knows the prompt. */
  readonly prompt: PromptSize | null;
}

/** The session that a summariser call is made of. */
interface InputSource {
  readonly profile: Profile;
  readonly shapes: readonly EntryShape[];
  /** First entry of the running turn: earlier thoughts that a source strips are in no request. */
  readonly turnStart: number;
}

/** What a prompt makes of the contents of a compaction; `previous`: bytes of the stored summary. */
export function summariserInput<S>(
  source: InputSource,
  { all, given }: SummarisedContents,
  prompt: SummariserPrompt<S>,
  settings: S,
  previous: number,
): SummariserInput {
  const rows = new Map(inputKinds.map((kind) => [kind, { kind, parts: 0, counted: 0, given: 0 }]));
  const count = (kind: InputRow['kind'], counted: number, taken: number): void => {
    const row = rows.get(kind);
    if (row === undefined) return;
    row.parts++;
    row.counted += counted;
    row.given += taken;
  };
  const inside = insideOf(given);
  if (all.summary !== null) {
    const tokens = all.summary >> 2;
    // A prompt quotes the stored summary even where the contents it was one of are cut.
    const isGiven = given.summary !== null || (prompt.texts !== undefined && previous > 0);
    count('summary', tokens, isGiven ? tokens : 0);
  }
  eachPart(source, all, (entry, part) => {
    const taken = inside(entry) ? givenTokens(part, prompt.gives[part.kind]) : 0;
    count(part.kind, part.tokens, taken);
  });
  const listed = [...rows.values()].filter(({ parts }) => parts > 0);
  const sum = (of: 'counted' | 'given'): number => listed.reduce((all, row) => all + row[of], 0);
  const [counted, taken] = [sum('counted'), sum('given')];
  return {
    contents: sizeOf(all),
    givenContents: sizeOf(given),
    rows: listed,
    counted,
    given: taken,
    coverage: counted === 0 ? 1 : taken / counted,
    budget: prompt.budget(settings),
    cap: prompt.cap(settings),
    prompt: prompt.texts ? promptSize(source, given, prompt.texts, settings, previous) : null,
  };
}

/** Heuristic tokens of a part that a summariser reads; never more than the part has. */
function givenTokens({ bytes, rest, tokens }: PartShape, given: ReadShare): number {
  if (given === 'whole') return tokens;
  if (given === 'nothing') return 0;
  if (given === 'name') return Math.min(tokens, bytes >> 2);
  return Math.min(
    tokens,
    rest === 0 ? Math.min(bytes, given) >> 2 : (bytes + Math.min(rest, given)) >> 2,
  );
}

/** True for entries that some contents hold. */
function insideOf({ ranges }: Contents): (entry: number) => boolean {
  let at = 0;
  return (entry) => {
    // Asked in ascending order.
    while (at < ranges.length && (ranges[at]?.[1] ?? 0) <= entry) at++;
    return (ranges[at]?.[0] ?? Infinity) <= entry;
  };
}

/** Calls `take` for each part that the request held, in order. */
function eachPart(
  { profile, shapes, turnStart }: InputSource,
  { ranges }: Contents,
  take: (entry: number, part: PartShape) => void,
): void {
  const stripped = profile.head.thoughts === 'stripped';
  for (const [from, to] of ranges) {
    for (let entry = from; entry < to; entry++) {
      for (const part of shapes[entry] ?? []) {
        if (part.kind === 'thought' && stripped && entry < turnStart) continue;
        take(entry, part);
      }
    }
  }
}

/** How a part is written; null: not at all. */
export function renderedAs({
  kind,
  bytes,
}: Pick<PartShape, 'kind' | 'bytes'>): RenderedPart | null {
  if (kind === 'call' || kind === 'response') return kind;
  return (kind === 'text' || kind === 'thought') && bytes > 0 ? 'text' : null;
}

/** An entry as the transcript has it; '' where nothing of it is given. */
export const renderedEntry = (
  { line }: Pick<PromptTexts<never>, 'line'>,
  role: string,
  { parts }: Entry,
): string =>
  parts
    .map((part) => {
      const rendered = renderedAs(shapeOfPart(part));
      if (rendered === null) return '';
      if (part.kind === 'sized')
        return line(role, rendered, `(${formatInteger(part.sizes[0] ?? 0)} bytes)`);
      return line(role, rendered, 'text' in part ? part.text : 'name' in part ? part.name : '');
    })
    .join('');

/** Role of an entry, as a transcript names it. */
export const roleOf = ({ entries }: Profile, entry: number): 'user' | 'model' =>
  (byteAt(entries.flags, entry) & entryFlag.user) !== 0 ? 'user' : 'model';

function promptSize<S>(
  source: InputSource,
  given: Contents,
  texts: PromptTexts<S>,
  settings: S,
  previous: number,
): PromptSize {
  const { words, line } = texts.limit(settings);
  const frames = new Map<string, number>();
  const frame = (role: string, part: RenderedPart): number => {
    const key = `${role} ${part}`;
    const known = frames.get(key) ?? utf8Length(texts.line(role, part, ''));
    frames.set(key, known);
    return known;
  };
  let textBytes = utf8Length(texts.open + texts.transcript.join(''));
  if (previous > 0) textBytes += utf8Length(texts.previous.join('')) + previous;
  // An injected summary is a text of the user's.
  if (given.summary !== null) textBytes += frame('user', 'text') + given.summary;
  eachPart(source, given, (entry, part) => {
    const rendered = renderedAs(part);
    if (rendered === null) return;
    textBytes += frame(roleOf(source.profile, entry), rendered) + part.bytes;
  });
  const instructionBytes = texts.instructionBytes(settings) + utf8Length(line);
  return { instructionBytes, textBytes, words, tokens: (instructionBytes >> 2) + (textBytes >> 2) };
}

/** Bytes of the summary that the policy had stored before a step; 0 for none. */
export const storedSummary = (summaryBytes: Int32Array, step: number): number =>
  step === 0 ? 0 : intAt(summaryBytes, step - 1);
