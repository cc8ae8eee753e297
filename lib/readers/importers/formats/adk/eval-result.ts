/**
 * https://google.github.io/adk-docs/evaluate/
 * Results of Google ADK evaluations (`.adk/eval_history/*.evalset_result.json`): every case holds
 * the session that was run. The file may be JSON text inside JSON.
 */
import type { Json } from '@/lib/engine/session/schema';
import { eventsOf } from './event';
import { parsed } from './event-row';
import { AdkSessions } from './session-list';
import { handPieces, listTree } from '../../document-lists';
import { asObject, asText, field, type JsonObject } from '../../mechanisms/genai';
import { defineImporter, type TraceReader, CollectingReader } from '../../importer';

const id = 'adk-eval-result';

const lists = ['evalCaseResults[]', 'eval_case_results[]', 'EvalCaseResults[]'] as const;

/** Reads the sessions of evaluated cases. */
export const adkEvalResult = defineImporter({
  id,
  label: 'Google ADK evaluation result',
  source: 'Google ADK',
  inputs: ['json'],
  lists,
  sniff: ({ records }) => {
    const result = resultOf(records[0]);
    return result !== null && field(result, 'evalCaseResults') !== undefined;
  },
  start: (context) => new AdkEvalResultReader(context, new AdkSessions(context, id)),
});

/** Most layers of JSON text inside JSON text that are opened. */
const MAX_WRAPPERS = 3;

/** The result in a document, or in the JSON text it is; null for anything else. */
function resultOf(document: Json | undefined): JsonObject | null {
  let value = document;
  for (let n = 0; typeof value === 'string' && n < MAX_WRAPPERS; n++) value = parsed(value);
  return asObject(value);
}

class AdkEvalResultReader extends CollectingReader<AdkSessions> {
  record(value: Json, at: number | string, list?: string): void {
    if (list !== undefined) this.#case(value, at);
    else if (typeof value === 'string') {
      const take: TraceReader['record'] = (item, place, name) => this.record(item, place, name);
      handPieces(listTree(lists), resultOf(value), at, undefined, take);
    }
  }

  #case(value: Json, at: number | string): void {
    const result = asObject(value) ?? {};
    const details = asObject(parsed(field(result, 'sessionDetails')));
    const events = details && eventsOf(details);
    if (details === null || events === null) {
      return this.context.receipt.drop('evaluation case without the session that was run', at);
    }
    const name = asText(field(details, 'id')) ?? asText(field(result, 'sessionId'));
    const evaluation = asText(field(result, 'evalId'));
    const open = this.sessions.open(
      { ...details, id: name ?? evaluation },
      asObject(field(details, 'state')) ?? {},
    );
    events.forEach((event, n) => {
      open.event(event, `${at}.session_details.events[${n}]`);
    });
    this.sessions.close(open);
  }
}
