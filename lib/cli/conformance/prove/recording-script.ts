/** A recording as the script of a conversation, which `lib/conformance` acts out in the real program. */
import { sealedLength } from '@/lib/engine/tokens/sealed-reasoning';
import type { Entry, Json, Part } from '@/lib/engine/session/schema';
import type { Settings } from '@/lib/engine/policy/fields';
import type { SessionMeasurement } from '@/lib/analysis/subject/session-measurement';
import type { ProvedSystem } from './proved-systems';

interface ScriptCall {
  readonly mode: 'ok';
  image: boolean;
  readonly argument: string;
  result: string;
  /** As recorded, for a program that takes any tool; its name is none of a program's own tools. */
  readonly recorded: { readonly name: string; readonly args: Json };
}

/** One request of the recording and its answer. */
interface ScriptRound {
  readonly step: number;
  readonly text: string;
  readonly thought: string;
  /** Characters of its encrypted reasoning. */
  readonly reasoning: number;
  readonly error: 400 | null;
  readonly calls: readonly ScriptCall[];
  readonly output: number;
  readonly usage: 'plain' | 'none';
  /** Tokens that the provider reported; null where it reported none. */
  readonly real: number | null;
  /** The recording compacted before it. */
  readonly compacts: boolean;
}

interface ScriptTurn {
  readonly before: 'manual' | null;
  readonly prompt: string;
  readonly images: number;
  readonly rounds: ScriptRound[];
}

/** What `own-files/script.mjs` reads. */
export interface RecordingScript {
  readonly seed: number;
  readonly kind: string;
  readonly settings: Settings;
  readonly later: Settings;
  readonly ratio: number;
  readonly summaries: readonly string[];
  readonly turns: readonly ScriptTurn[];
  /** Tokens of a character, until the recording's own requests tell. */
  readonly recorded: { readonly perUnit: number };
}

/** What a script is made of beside the recording. */
export interface ScriptInput {
  readonly seed: number;
  readonly kind: string;
  readonly settings: Settings;
  /** UTF-8 bytes of each summary. */
  readonly summary: number;
  /** Real tokens of a heuristic token. */
  readonly density: number;
}

const PHRASE = 'all is well. ';

/** A text of so many bytes. */
const filler = (bytes: number): string =>
  PHRASE.repeat(Math.ceil(bytes / PHRASE.length)).slice(0, bytes);

/** The script of a session that was read with its texts; where it holds sizes, texts of those sizes. */
export function recordingScript(
  { draft, profile, entries }: SessionMeasurement,
  { writes, wraps }: Pick<ProvedSystem, 'writes' | 'wraps'>,
  { seed, kind, settings, summary, density }: ScriptInput,
): RecordingScript {
  if (entries === undefined) throw new Error('The session was read without its texts.');
  const log = entries().map(({ role, parts }) => ({ role, parts: parts.map(asText) }));
  const { steps, stepCount } = profile;
  const recorded = draft.head.compactions.filter((one) => one.kind === 'summary');
  const turns: ScriptTurn[] = [];
  let at = 0;
  let open: readonly OpenCall[] = [];
  for (let step = 0; step < stepCount; step++) {
    const before = log.slice(at, steps.entries[step]);
    answer(open, before, wraps);
    const compaction = recorded.find((one) => one.step === step);
    const prompts = before.filter((one) => isPrompt(one, writes));
    if (prompts.length > 0 || turns.length === 0) {
      turns.push({
        before: compaction?.trigger === 'manual' ? 'manual' : null,
        prompt: prompts.map((one) => textOf(one, 'text')).join('\n') || 'Go on.',
        images: prompts.reduce((all, one) => all + imagesOf(one), 0),
        rounds: [],
      });
    }
    at = Math.max(at, steps.entries[step] ?? 0);
    const said: LogEntry[] = [];
    for (let one = log[at]; one?.role === 'model'; one = log[++at]) said.push(one);
    open = said.flatMap(({ parts }) => parts.flatMap(openCall));
    const real = steps.real[step] ?? -1;
    turns.at(-1)?.rounds.push({
      ...{ step, real: real < 0 ? null : real, usage: real < 0 ? 'none' : 'plain' },
      text: said.map((one) => textOf(one, 'text')).join(''),
      thought: said.map((one) => textOf(one, 'thought')).join(''),
      reasoning: said
        .flatMap(({ parts }) => parts)
        .reduce((all, one) => all + sealedLength(one), 0),
      error: said.length === 0 && step + 1 < stepCount ? 400 : null,
      calls: open.map(({ call }) => call),
      output: Math.max(1, steps.output[step] ?? 1),
      compacts: compaction !== undefined,
    });
  }
  return {
    ...{ seed, kind, settings, later: settings, ratio: density, turns },
    summaries: [filler(summary)],
    recorded: { perUnit: density / 4 },
  };
}

type LogEntry = Pick<Entry, 'role' | 'parts'>;

interface OpenCall {
  readonly id: string | undefined;
  readonly call: ScriptCall;
}

/** A part that holds sizes as one with a text of that size. */
function asText(part: Part): Part {
  if (part.kind !== 'sized') return part;
  const { of, sizes, id, units } = part;
  const [first = 0, ...rest] = sizes;
  if (of === 'text' || of === 'thought') return { kind: of, text: filler(units ?? first) };
  const bytes = rest.reduce((all, size) => all + size, 0);
  const named = { name: filler(first), ...(id !== undefined && { id }) };
  if (of === 'call') return { kind: 'call', ...named, args: { a: filler(Math.max(0, bytes - 1)) } };
  // As Go prints it: "map[result:…]".
  const response = { result: filler(Math.max(0, bytes - 12)) };
  if (of === 'response') return { kind: 'response', ...named, response };
  return of === 'inline' ? { kind: 'inline', mime: 'image/png', bytes } : part;
}

const textOf = ({ parts }: LogEntry, kind: 'text' | 'thought'): string =>
  parts.map((part) => (part.kind === kind ? part.text : '')).join('');

const imagesOf = ({ parts }: LogEntry): number =>
  parts.filter(({ kind }) => kind === 'inline').length;

/** What a user said, and the program did not write itself. */
const isPrompt = (entry: LogEntry, writes: RegExp | undefined): boolean =>
  entry.role === 'user' &&
  entry.parts.every(({ kind }) => kind !== 'response') &&
  entry.parts.some(({ kind }) => kind === 'text' || kind === 'inline') &&
  writes?.test(textOf(entry, 'text')) !== true;

function openCall(part: Part): readonly OpenCall[] {
  if (part.kind !== 'call') return [];
  const { name, args, id } = part;
  const argument = typeof args === 'string' ? args : JSON.stringify(args);
  // A name as long as the recorded one that no program has: it would do what the call asks for.
  const recorded = { name: `_${name.replaceAll(/[^\w-]/g, '_').slice(1)}`, args };
  return [{ id, call: { mode: 'ok', image: false, argument, result: '', recorded } }];
}

/** Gives the calls of an answer the results that follow it: by id, else in their order. */
function answer(open: readonly OpenCall[], log: readonly LogEntry[], wraps: RegExp | undefined) {
  const left = [...open];
  for (const { parts } of log) {
    for (const part of parts) {
      if (part.kind !== 'response') continue;
      const at = left.findIndex(({ id }) => id !== undefined && id === part.id);
      const [answered] = left.splice(Math.max(0, at), 1);
      if (answered === undefined) continue;
      const text = responseText(part.response);
      answered.call.result = wraps?.exec(text)?.groups?.['output'] ?? text;
      answered.call.image = parts.some(({ kind }) => kind === 'inline');
    }
  }
}

/** What a result says: its only text, else its JSON. */
function responseText(response: Json): string {
  if (typeof response === 'string') return response;
  const values: readonly unknown[] = Object.values(response ?? {});
  const [only] = values;
  return values.length === 1 && typeof only === 'string' ? only : JSON.stringify(response);
}
