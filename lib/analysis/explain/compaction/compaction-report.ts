import { utf8Prefix } from '@/lib/engine/base/utf8';
import { FALLBACK_BYTES } from '@/lib/engine/tokens/entry-table';
import { shapeOf, type EntryShape } from '@/lib/engine/tokens/text/part-shapes';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Entry, RecordedCompaction } from '@/lib/engine/session/schema';
import {
  compactionsOf,
  coveredCount,
  sharesOf,
  type Compaction,
  type CompactionSide,
} from './compaction-list';
import type { RequestShare } from './composition';
import {
  commandEntries,
  instructionsIn,
  keptInstructions,
  type Instructions,
} from './instructions';
import { UserTexts, type KeptOfUser } from './kept-of-user';
import {
  fallbackText,
  quotedEntry,
  replacingParts,
  textsIn,
  type ReplacingParts,
} from './replacing-text';
import {
  askedOfGuard,
  askedSummary,
  summariserCall,
  type SummaryCall,
  type OwnSummariser,
  type SummariserCall,
} from './summariser-call';
import { recordedSummaryText, summaryTextAt, type SummaryText } from './summary-text';

/** Bytes of a text that are kept of it: enough to see where a mechanical summary cuts it. */
const EXCERPT = FALLBACK_BYTES + 8;

/** The beginnings of an entry's texts, as long as a mechanical summary may quote them. */
export const quotable = (entry: Entry, thoughts: 'kept' | 'stripped'): readonly string[] =>
  textsIn(entry, thoughts).map((text) => utf8Prefix(text, EXCERPT));

/** What compactions are told from of a session's entries, read once in log order. */
export class CompactedLog {
  readonly shapes: EntryShape[] = [];
  readonly userTexts = new UserTexts();
  readonly #texts: (readonly string[])[] = [];
  readonly #requests = new Map<number, string>();
  readonly #commands: ReadonlySet<number>;
  readonly #instructions = new Map<number, string>();
  readonly #thoughts: 'kept' | 'stripped';
  readonly #quoted: ReadonlySet<number>;

  constructor(replay: Replay) {
    const { profile } = replay.session;
    this.#thoughts = profile.head.thoughts;
    this.#commands = new Set(
      profile.head.compactions.flatMap((one) => commandEntries(one, profile.entryCount)),
    );
    this.#quoted = new Set(
      compactionsOf(replay).flatMap(({ source, step }) =>
        source === 'replayed' ? [quotedEntry(profile, step)] : [],
      ),
    );
  }

  /** What the user asked a recorded compaction to keep; null for nothing. */
  readonly instructions = (
    compaction: Pick<RecordedCompaction, 'trigger' | 'kind' | 'entry'>,
  ): string | null =>
    commandEntries(compaction, this.shapes.length)
      .map((entry) => this.#instructions.get(entry))
      .find((text) => text !== undefined) ?? null;

  /** Takes the next entry; `shown` has the same texts, secrets masked. */
  push(entry: Entry, shown = entry): void {
    const texts = textsIn(shown, this.#thoughts);
    if (this.#quoted.has(this.shapes.length)) {
      this.#requests.set(this.shapes.length, texts.find((text) => text !== '') ?? '');
    }
    if (this.#commands.has(this.shapes.length) && entry.role === 'user') {
      const asked = texts.map(instructionsIn).find((text) => text !== null);
      if (typeof asked === 'string') this.#instructions.set(this.shapes.length, asked);
    }
    this.userTexts.push(this.shapes.length, shown);
    this.shapes.push(shapeOf(entry));
    this.#texts.push(quotable(shown, this.#thoughts));
  }

  /** The beginnings of an entry's texts. */
  readonly texts = (entry: number): readonly string[] => this.#texts[entry] ?? [];

  /** The user's request that the continuation of a step quotes. */
  readonly request = (replay: Replay, step: number): string =>
    this.#requests.get(quotedEntry(replay.session.profile, step)) ?? '';
}

/** A request before or after a compaction, for readers outside of the page. */
type ReportedSide = Omit<CompactionSide, 'contents'> & { readonly shares: readonly RequestShare[] };

/** A compaction with everything that is known of it. */
export interface CompactionReport {
  readonly key: string;
  readonly source: Compaction['source'];
  readonly step: number;
  readonly likely: Compaction['likely'];
  readonly trigger: Compaction['trigger'];
  readonly before: ReportedSide;
  readonly after: ReportedSide;
  /** Entries that it replaced. */
  readonly covered: { readonly entries: number; readonly ranges: Compaction['covered'] };
  /** Summariser calls; null where the recording does not tell. */
  readonly calls: number | null;
  readonly summary: { readonly bytes: number; readonly text: SummaryText };
  /** What its user asked it to keep; left out where nothing was. */
  readonly instructions?: Instructions;
  /** What it covered of the user's, where the recording holds the summary's text. */
  readonly kept?: readonly KeptOfUser[];
  /** The mechanical summary; null where the summary is another one, or texts were not asked for. */
  readonly fallback: string | null;
  /** null for a recorded compaction and where the policy's texts are not known. */
  readonly replacing: ReplacingParts | null;
  /** The call that wrote the summary; null where nothing is known of it. */
  readonly summariser: SummariserCall | null;
  /** The same contents through ContextGuard's prompt. */
  readonly guard: SummariserCall | null;
}

/** Instructions of a recorded compaction's user; null for none. */
function askedOf(one: RecordedCompaction | undefined, log: CompactedLog): Instructions | null {
  const text = one === undefined ? null : log.instructions(one);
  if (one === undefined || text === null) return null;
  const summary = recordedSummaryText(one);
  return keptInstructions(text, summary.kind === 'recorded' ? summary.texts : []);
}

/** Every compaction of a recording and its replay. */
export function compactionReports(
  replay: Replay,
  own: OwnSummariser | null,
  recorded: readonly RecordedCompaction[],
  { log, withTexts }: { readonly log: CompactedLog; readonly withTexts: boolean },
): readonly CompactionReport[] {
  const { shapes } = log;
  const call = (one: Compaction, asked: SummaryCall | null): SummariserCall | null =>
    asked && summariserCall(replay, shapes, one, asked);
  return compactionsOf(replay).map((one): CompactionReport => {
    const { key, step, likely, trigger, covered, calls, index } = one;
    const side = (name: 'before' | 'after'): ReportedSide => {
      const { tokens, basis, entries } = one[name];
      return { tokens, basis, entries, shares: sharesOf(replay, one, name, shapes) };
    };
    const isReplayed = one.source === 'replayed';
    const instructions = isReplayed ? null : askedOf(recorded[index], log);
    const summary = recordedSummaryText(recorded[index] ?? { summary: [] });
    const told = !isReplayed && summary.kind === 'recorded' ? summary.texts : [];
    const kept = told.length === 0 ? [] : log.userTexts.keptIn(covered, told);
    const quoted = (at: number): string => log.request(replay, at);
    return {
      key,
      source: one.source,
      step,
      likely,
      trigger,
      before: side('before'),
      after: side('after'),
      covered: { entries: coveredCount(one), ranges: covered },
      calls,
      summary: {
        bytes: one.summaryBytes,
        text: isReplayed ? summaryTextAt(replay, step, recorded) : summary,
      },
      ...(instructions === null ? {} : { instructions }),
      ...(kept.length === 0 ? {} : { kept }),
      fallback: isReplayed && withTexts ? fallbackText(replay, step, log.texts, quoted) : null,
      replacing: isReplayed ? replacingParts(replay, step, quoted(step)) : null,
      summariser: call(one, askedSummary({ replay, own }, one)),
      guard: call(one, askedOfGuard(replay, one)),
    };
  });
}
