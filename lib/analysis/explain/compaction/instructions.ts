/** What a user asked a compaction to keep, and whether its summary does. */
import type { RecordedCompaction } from '@/lib/engine/session/schema';

/** Commands that compact in the programs whose logs are read. */
const COMMANDS = 'compact|compress|summarize|smol|condense';

/** As Claude Code keeps a command, and as it was typed. */
const KEPT = new RegExp(
  String.raw`<command-name>/(?:${COMMANDS})</command-name>[^]*?<command-args>([^]*?)</command-args>`,
);
const TYPED = new RegExp(String.raw`^\s*/(?:${COMMANDS})[ \t]+(\S[^]*)`);

/** The instructions in the message of a command that compacts; null for any other text, and for a command without. */
export function instructionsIn(text: string): string | null {
  const said = (KEPT.exec(text)?.[1] ?? TYPED.exec(text)?.[1] ?? '').trim();
  return said === '' ? null : said;
}

/** The command is logged just before what it did, or behind it and what was put back. */
const BEFORE = 2;
const BEHIND = 6;

/** Entries that may be the command of a recorded compaction; none where the user did not ask for it. */
export function commandEntries(
  { trigger, kind, entry }: Pick<RecordedCompaction, 'trigger' | 'kind' | 'entry'>,
  entries: number,
): readonly number[] {
  if (trigger === 'auto' || kind !== 'summary') return [];
  const from = Math.max(0, entry - BEFORE);
  const to = Math.min(entries, entry + BEHIND);
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

/** Instructions given to a compaction, and what its summary has of them. */
export interface Instructions {
  readonly text: string;
  /** verbatim: word for word; named: most of its words; gone: few of them; null: the summary has no text. */
  readonly kept: 'verbatim' | 'named' | 'gone' | null;
  /** Its telling words, and those of them in the summary. */
  readonly words: number;
  readonly found: number;
}

/** Looks for instructions in a summary's text. */
export function keptInstructions(text: string, summary: readonly string[]): Instructions {
  const words = [...new Set(wordsOf(text))];
  if (summary.length === 0) return { text, kept: null, words: words.length, found: 0 };
  const whole = plainOf(summary.join(' '));
  const has = new Set(wordsOf(whole));
  const found = words.filter((word) => has.has(word)).length;
  const kept = whole.includes(plainOf(text))
    ? 'verbatim'
    : words.length > 0 && found >= MOST * words.length
      ? 'named'
      : 'gone';
  return { text, kept, words: words.length, found };
}

/** From this share of its words on an instruction is there by name. */
const MOST = 0.6;

const plainOf = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** Words that tell one instruction from another: names, numbers, and words of four letters or more that are not of the asking. */
const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}_][\p{L}\p{N}_./-]*[\p{L}\p{N}_]|\p{Lo}/gu) ?? []).filter(
    (word) => (word.length > 3 || /[\d_./]|\p{Lo}/u.test(word)) && !ASKING.has(word),
  );

const ASKING = new Set(
  'about also always dont every focus from have include into just keep make more note only please preserve remember should summary sure that their them then these they this those what when which will with your'.split(
    ' ',
  ),
);

/** "kept verbatim", "kept by name, 5 of 6 words", "gone, 0 of 6 words are there". */
export function keptWords({ kept, words, found }: Omit<Instructions, 'text'>): string {
  if (kept === null) return 'the recording holds no text of the summary';
  if (kept === 'verbatim') return 'kept verbatim';
  return kept === 'named'
    ? `kept by name, ${found} of ${words} words`
    : `gone, ${found} of ${words} words are in the summary`;
}
