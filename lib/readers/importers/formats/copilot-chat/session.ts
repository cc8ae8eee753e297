import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Part } from '@/lib/engine/session/schema';
import { renderedParts, resultOf, shownText } from './texts';
import type { ImportContext } from '../../importer';
import { stepUsage, recordWindow } from '../../mechanisms/session-facts';
import { SessionLog } from '../../mechanisms/session-log';
import { textParts } from '../../mechanisms/messages/parts';
import { countOf, fieldsOf, isoOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { argumentsOf } from '../../mechanisms/messages/json-text';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';

/** A summary, and the last round that it covers. */
export interface Summary {
  readonly round: string;
  readonly text: string;
  readonly manual: boolean;
  /** Tokens of the request before, as VS Code counted them. */
  readonly preTokens: number | null;
  /** Number of the round that was built with it; 0 for a summary of an earlier request. */
  readonly effective: number;
}

/**
 * The summaries that a request made, in order. Older versions keep only the newest, beside the
 * rounds or in the round that it covers; one that failed has neither round nor text.
 */
export function summariesOf(metadata: Fields, rounds: readonly Fields[]): readonly Summary[] {
  const several = listOf(metadata['summaries']);
  const recorded = several.length > 0 ? several : [metadata['summary']];
  const manual = metadata['command'] === 'compact' || metadata['command'] === 'summarize';
  const summaries: Summary[] = [];
  const add = (id: unknown, summary: unknown, before: unknown): void => {
    const round = textOf(id);
    const text = textOf(summary);
    if (round === null || text === null) return;
    const own = rounds.findIndex((one) => one['id'] === round);
    // The newest round is left out of what is summarised, since it may be what was too much.
    const earliest = own < 0 ? 0 : own + 2;
    const effective = Math.max(earliest, summaries.at(-1)?.effective ?? 0);
    summaries.push({ round, text, manual, preTokens: positive(before), effective });
  };
  for (const item of recorded) {
    const summary = fieldsOf(item);
    add(summary?.['toolCallRoundId'], summary?.['text'], summary?.['contextLengthBefore']);
  }
  if (summaries.length > 0) return summaries;
  const marked = rounds.findLast(({ summary }) => textOf(summary) !== null);
  add(marked?.['id'], marked?.['summary'], null);
  return summaries;
}

const positive = (value: unknown): number | null => {
  const count = countOf(value);
  return count !== null && count > 0 ? count : null;
};

const AGENT = 'GitHub Copilot Chat';

/** A request of the user, and where it stands. */
interface ChatRequest {
  readonly at: number | string;
  readonly time: string | null;
  readonly model: string | null;
  readonly metadata: Fields;
  readonly rounds: readonly Fields[];
  /** The count beside the result: of the newest call. */
  readonly counted: Fields | null;
}

/** One session: the user's requests, each with the rounds of calls that answered it. */
export class CopilotChatSession {
  readonly #log: SessionLog;
  /** Entries of the log after each round and the results of its calls. */
  readonly #ends = new Map<string, number>();

  constructor(
    private readonly context: ImportContext,
    document: Fields,
  ) {
    const { store, file } = context;
    this.#log = new SessionLog(store, {
      name: AGENT,
      thoughts: 'stripped',
      source: {
        format: 'copilot-chat',
        file,
        agent: AGENT,
        sessionId: textOf(document['sessionId']) ?? file,
      },
    });
  }

  /** Takes the next request; false if it is not one. */
  request(value: unknown, at: number | string): boolean {
    const request = fieldsOf(value);
    if (request === null) return false;
    const result = fieldsOf(request['result']);
    const metadata = fieldsOf(result?.['metadata']) ?? {};
    const asked: ChatRequest = {
      at,
      time: isoOf(request['timestamp']),
      model: modelOf(request),
      metadata,
      rounds: roundsOf(request, metadata),
      counted: countBeside(request),
    };
    this.#ask(request, asked);
    const failure = textOf(fieldsOf(result?.['errorDetails'])?.['message']);
    this.#answer(asked, failure);
    return true;
  }

  #ask(request: Fields, { at, time, metadata }: ChatRequest): void {
    const message = fieldsOf(request['message']);
    const said = textOf(message?.['text']);
    this.#log.said(textParts(said));
    const about =
      this.#log.entryCount === 0 ? renderedParts(metadata['renderedGlobalContext']) : [];
    this.#log.message('user', about, at, time, 'context');
    const rendered = renderedParts(metadata['renderedUserMessage']);
    const parts = rendered.length > 0 ? rendered : renderedParts(said ?? '');
    this.#log.message('user', parts, at, time);
  }

  /** Takes the rounds of calls; a summary takes effect at the round that was built with it. */
  #answer(asked: ChatRequest, failure: string | null): void {
    const { rounds, metadata, at } = asked;
    const summaries = summariesOf(metadata, rounds);
    rounds.forEach((round, i) => {
      for (const summary of summaries) if (summary.effective === i) this.#compact(summary, asked);
      this.#round(round, i, asked);
    });
    for (const summary of summaries) {
      if (summary.effective >= rounds.length) this.#compact(summary, asked);
    }
    if (failure !== null) this.#failed(failure, asked, rounds.length > 0);
    recordWindow(this.#log, countOf(metadata['maxPromptTokens']));
    if (metadata['maxToolCallsExceeded'] === true) {
      this.#log.notice('calls-exceeded', 'A request stopped at the limit of tool calls.', at);
    }
  }

  #round(
    round: Fields,
    i: number,
    { at, time, model, metadata, rounds, counted }: ChatRequest,
  ): void {
    const own = fieldsOf(round['usage']);
    const newest = i === rounds.length - 1;
    const usage = own ?? (newest ? (newestUsage(metadata) ?? counted) : null);
    const counts = stepUsage(this.#log, usage, 'openai', at);
    const label = i === 0 ? 'user-msg' : 'tool-results';
    const moment = isoOf(round['timestamp']) ?? time;
    const served = shortModel(textOf(round['modelId'])) ?? model;
    this.#log.step({ ...counts, model: served, time: moment, label });
    const names = new Map<string, string>();
    const parts = [
      ...thoughtOf(round),
      ...renderedParts(round['response']),
      ...callsOf(round, names),
    ];
    this.#log.message('model', parts, at, moment);
    const results = fieldsOf(metadata['toolCallResults']);
    const answers = [...names].flatMap(([id, name]): readonly Part[] => {
      if (results === null || !Object.hasOwn(results, id)) return [];
      const { text, data } = resultOf(results[id]);
      return [{ kind: 'response', name, id, response: { result: text } }, ...data];
    });
    this.#log.message('user', answers, at, moment);
    const id = textOf(round['id']);
    if (id !== null) this.#ends.set(id, this.#log.entryCount);
  }

  #compact({ round, text, manual, preTokens }: Summary, { time }: ChatRequest): void {
    const end = this.#log.entryCount;
    const from = this.#ends.get(round) ?? end;
    this.#log.compaction({
      kind: 'summary',
      trigger: manual ? 'manual' : 'auto',
      summary: [{ kind: 'text', text }],
      preTokens,
      kept: from < end ? [[from, end]] : [],
      time,
    });
  }

  #failed(message: string, { at, time, model }: ChatRequest, answered: boolean): void {
    const refusal = readRefusal(message);
    const step = { model, time, label: answered ? 'tool-results' : 'user-msg' };
    this.#log.failedCall(answered && refusal === null ? null : step, refusal, at);
  }

  /** The session; null without a model call. */
  finish(sessionId: string, title: string | null): SessionDraft | null {
    const source = { format: 'copilot-chat', file: this.context.file, agent: AGENT, sessionId };
    return this.#log.end(title === null ? { source } : { source, name: title });
  }
}

/** The rounds of a request; one without tools has none, only the answer that the page shows. */
function roundsOf(request: Fields, metadata: Fields): readonly Fields[] {
  const rounds = listOf(metadata['toolCallRounds']).flatMap((item): readonly Fields[] => {
    const round = fieldsOf(item);
    return round === null ? [] : [round];
  });
  if (rounds.length > 0) return rounds;
  const response = shownText(request['response']);
  return response === '' ? [] : [{ response }];
}

/** The count of a request's newest call, the only one that older versions keep. */
function newestUsage({ promptTokens, outputTokens }: Fields): Fields | null {
  if (countOf(promptTokens) === null) return null;
  return { prompt_tokens: promptTokens, completion_tokens: outputTokens ?? null };
}

/** VS Code's own count of a request's newest prompt; the answer's beside it is of all its calls. */
function countBeside({ promptTokens }: Fields): Fields | null {
  return (countOf(promptTokens) ?? 0) > 0 ? { prompt_tokens: promptTokens } : null;
}

function thoughtOf(round: Fields): readonly Part[] {
  const { text } = fieldsOf(round['thinking']) ?? {};
  const whole =
    typeof text === 'string'
      ? text
      : listOf(text)
          .filter((one) => typeof one === 'string')
          .join('');
  return whole === '' ? [] : [{ kind: 'thought', text: whole }];
}

function callsOf(round: Fields, names: Map<string, string>): readonly Part[] {
  return listOf(round['toolCalls']).flatMap((item, i): readonly Part[] => {
    const call = fieldsOf(item);
    if (call === null) return [];
    const name = textOf(call['name']) ?? 'unknown';
    const id = textOf(call['id']) ?? `call-${i}`;
    names.set(id, name);
    return [{ kind: 'call', name, id, args: argumentsOf(call['arguments']) }];
  });
}

const modelOf = (request: Fields): string | null => {
  const resolved = textOf(fieldsOf(fieldsOf(request['result'])?.['metadata'])?.['resolvedModel']);
  return resolved ?? shortModel(textOf(request['modelId']));
};

/** A model's name without the vendor that VS Code puts before it. */
const shortModel = (model: string | null): string | null =>
  model?.replace(/^copilot\//, '') ?? null;
