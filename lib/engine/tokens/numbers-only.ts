import type { EntryRef, EntryStore, SessionDraft } from '@/lib/engine/session/draft';
import type {
  Entry,
  Part,
  RecordedCompaction,
  Session,
  SessionHead,
  Source,
  Tool,
} from '@/lib/engine/session/schema';
import { partSizes, toolSizes } from './contextguard';
import { callIdentity } from './calls/call-identity';
import { contextLabel, idBytes, SUMMARY_HEADER } from './entry-table';
import { Names } from './names';
import { summaryKind } from './text/summary-kind';
import { partScripts } from './text/scripts';
import { sealedLength, sealedReasoning } from './sealed-reasoning';
import { statedUnits } from './units';

/**
 * Step labels that importers set; any other label may quote the trace. pi's policy reads `aborted`, Gemini CLI's
 * `resumed`.
 */
const PLAIN_LABELS: ReadonlySet<string> = new Set([
  'user-msg',
  'tool-results',
  'aborted',
  'resumed',
]);

/** A version number, or what importers take a file for: versions, a program of several. */
const NUMBER = String.raw`v?\d{1,5}(\.\d{1,5}){0,3}(-(alpha|beta|rc)(\.\d{1,5})?)?`;
const VERSION = new RegExp(
  `^((up to )?${NUMBER}( to ${NUMBER}| or later)?|sdk|adk-(go|java|python|typescript))$`,
);

/** A step's label if an importer set it; empty for one that may quote the trace. */
export const neutralLabel = (label: string): string => (PLAIN_LABELS.has(label) ? label : '');

/** An agent's version, which selects the policy that models it; null for anything else that stands there. */
export const neutralVersion = (version: string | null): string | null =>
  version !== null && VERSION.test(version) ? version : null;

/** True for a time as traces write it; anything else that stands there may be text. */
const isTime = (time: string | null | undefined): boolean =>
  typeof time === 'string' && /^[\d:.+\-TZ ]{1,40}$/.test(time);

const timeOf = <T extends { readonly time: string | null }>({ time }: T): Pick<T, 'time'> => ({
  time: isTime(time) ? time : null,
});

/**
 * Removes the texts of one trace: sizes replace every text, and it replays to the same integers.
 * Names, labels, identifiers and usage records are removed; models, version numbers, times, counts and the links
 * between its sessions stay.
 */
export class NumbersOnly {
  /** Texts numbered in order of appearance: equal texts stay equal. */
  readonly #calls = new Names();
  readonly #same = new Names();
  readonly #sessions = new Names();
  readonly #lanes = new Names();
  readonly #files = new Names();
  #heads = 0;

  entry({ role, parts, time, label, files, json, empty }: Entry): Entry {
    const sized = parts.map((part, i) => this.#part(part, i));
    const neutral = contextLabel(label);
    const ofAgent = neutral === null ? {} : { label: neutral };
    const touched = files?.map((one) => ({
      ...one,
      file: String(this.#files.index(one.file) + 1),
    }));
    return {
      role,
      parts: sized,
      ...(isTime(time) ? { time } : {}),
      ...ofAgent,
      ...(touched === undefined ? {} : { files: touched }),
      ...(json === undefined ? {} : { json }),
      ...(empty === undefined ? {} : { empty }),
    };
  }

  head(head: SessionHead): SessionHead {
    // Notes are texts of the user.
    const { notes: _, ...rest } = head;
    const { prefix, source, compactions, failedCompactions, notices } = head;
    this.#heads++;
    return {
      ...rest,
      name: this.#heads === 1 ? 'Numbers only' : `Numbers only ${this.#heads}`,
      source: {
        format: source.format,
        file: '',
        agent: '',
        agentVersion: neutralVersion(source.agentVersion),
        ...this.#place(source),
        parent: source.parent && {
          ...this.#place(source.parent),
          relation: source.parent.relation,
        },
      },
      generated: head.generated && { scenario: '' },
      prefix: {
        system: prefix.system?.map((part, i) => this.#part(part, i)) ?? null,
        tools: prefix.tools?.map((tool): Tool => ({ sizes: toolSizes(tool) })) ?? null,
        ...(prefix.length !== undefined && { length: prefix.length }),
      },
      compactions: compactions.map((compaction) => this.#compaction(compaction)),
      ...(failedCompactions !== undefined && {
        failedCompactions: failedCompactions.map((one) => {
          return { ...one, ...timeOf(one), reason: null };
        }),
      }),
      notices: notices.map(({ times }, i) => ({
        code: `notice-${i + 1}`,
        message: '',
        at: [],
        times,
      })),
    };
  }

  /** A step without its usage record and without labels that may quote the trace. */
  step<T extends { readonly label: string; readonly time: string | null }>(step: T): T {
    return { ...step, ...timeOf(step), label: neutralLabel(step.label) };
  }

  /** What the summary's text says is kept as its kind, where its sizes do not tell. */
  #compaction(compaction: RecordedCompaction): RecordedCompaction {
    const { reads: _, ...plain } = compaction;
    const summary = compaction.summary.map((part, i) => this.#part(part, i));
    const reads = summaryKind(compaction);
    return {
      ...plain,
      ...timeOf(compaction),
      summary,
      ...(summaryKind({ summary }) === reads ? {} : { reads }),
    };
  }

  #place({
    sessionId,
    lane,
  }: Pick<Source, 'sessionId' | 'lane'>): Pick<Source, 'sessionId' | 'lane'> {
    return {
      sessionId: `session-${this.#sessions.index(sessionId) + 1}`,
      lane: lane === 'main' ? lane : `lane-${this.#lanes.index(lane) + 1}`,
    };
  }

  /** Call identifiers become numbers, so that pairs stay pairs, and equal calls share one. */
  #part(part: Part, index: number): Part {
    const length = sealedLength(part);
    if (length > 0) return sealedReasoning(length);
    const of = part.kind === 'sized' ? part.of : part.kind;
    const header =
      part.kind === 'sized'
        ? part.summaryHeader === true
        : index === 0 && part.kind === 'text' && part.text.startsWith(SUMMARY_HEADER);
    const id = 'id' in part ? part.id : undefined;
    const identity = callIdentity(part);
    return {
      kind: 'sized',
      of,
      sizes: partSizes(part),
      ...(id === undefined
        ? {}
        : { id: String(this.#calls.index(id) + 1), idBytes: idBytes(part) }),
      ...(identity === null ? {} : { same: this.#same.index(identity) + 1 }),
      ...characters(part),
      ...statedUnits(part),
      ...(header ? { summaryHeader: true as const } : {}),
      ...('image' in part && part.image ? { image: part.image } : {}),
    };
  }
}

/** The characters of a part by script; nothing for a part without any. */
function characters(part: Part): Pick<Extract<Part, { kind: 'sized' }>, 'characters'> {
  const [latin = 0, cjk = 0, other = 0] = partScripts(part);
  return latin + cjk + other === 0 ? {} : { characters: [latin, cjk, other] };
}

/** The numbers-only form of all sessions of one trace. */
export function numbersOnlySessions(sessions: readonly Session[]): readonly Session[] {
  const numbers = new NumbersOnly();
  return sessions.map(({ entries, steps, ...head }) => ({
    ...numbers.head(head),
    entries: entries.map((entry) => numbers.entry(entry)),
    steps: steps.map((step) => ({ ...numbers.step(step), usage: null })),
  }));
}

/** The numbers-only form of one session. */
export const numbersOnly = (session: Session): Session =>
  numbersOnlySessions([session])[0] as Session;

/** Receiver of a trace's sessions and records. */
interface TextlessSink {
  readonly store: EntryStore;
  readonly onSession: (draft: SessionDraft) => void;
}

/** A sink that removes all texts before they reach the given one. */
export function withoutTexts({ store, onSession }: TextlessSink): TextlessSink {
  const numbers = new NumbersOnly();
  return {
    store: {
      entry: (entry: Entry): EntryRef => store.entry(numbers.entry(entry)),
      usage: () => -1,
    },
    onSession: ({ head, entries, steps }) =>
      onSession({
        head: numbers.head(head),
        entries,
        steps: steps.map((step) => ({ ...numbers.step(step), usage: -1 })),
      }),
  };
}
