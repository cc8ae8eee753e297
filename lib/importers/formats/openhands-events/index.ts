/**
 * OpenHands conversations as events: version 1 (`events/*.json` of a conversation, or all of them
 * in a list or line by line) and version 0 (`trajectory.json`).
 * https://docs.openhands.dev/sdk/arch/events
 */
import { defineImporter, type TraceHead } from '../../importer';
import { fieldsOf, listOf, memberNames } from '../../mechanisms/loose-json';
import { conversationOf, eventOrder, OpenHandsReader } from './reader';

/** Events of version 1 by name. */
const KINDS = /^(?:\w+Event|Condensation\w*|UserRejectObservation)$/;

/** True for an event of version 1, or one of version 0 with an action or an observation. */
function isEvent(value: unknown): boolean {
  const event = fieldsOf(value);
  if (typeof event?.['source'] !== 'string' || typeof event['timestamp'] !== 'string') return false;
  const { kind, id } = event;
  if (typeof kind === 'string') return typeof id === 'string' && KINDS.test(kind);
  if (typeof id !== 'number' || typeof event['message'] !== 'string') return false;
  return (
    (typeof event['action'] === 'string' && fieldsOf(event['args']) !== null) ||
    (typeof event['observation'] === 'string' && typeof event['content'] === 'string')
  );
}

/** Files beside the events, or below a folder of events. */
const BESIDE = /(?:^|\/)(?:events\/|base_state\.json$|meta\.json$|TASKS\.json$)/;

/** The name that version 1 gives an event's file: its number and its id. */
const NAMED_EVENT = /(?:^|\/)event-\d{5}-[\da-f]{8}-[\da-f-]{27}\.json$/;

function sniff({ kind, records }: TraceHead): boolean {
  if (kind === 'jsonl') return records.some(isEvent);
  if (kind === 'json') return listOf(records[0]).some(isEvent);
  const names = memberNames(records[0]).filter((name) => name.endsWith('.json'));
  const events = names.filter((name) => conversationOf(name) !== null);
  if (events.length === 0) return false;
  if (names.every((name) => BESIDE.test(name))) return true;
  // Without their folder, numbered files are events only by content or by their ids.
  if (names.some((name) => conversationOf(name) === null && !BESIDE.test(name))) return false;
  const first = fieldsOf(fieldsOf(records[0])?.['first']);
  return isEvent(first?.['value']) || events.every((name) => NAMED_EVENT.test(name));
}

/** Reads OpenHands' events; a condensation is a recorded compaction. */
export const openhandsEvents = defineImporter({
  id: 'openhands-events',
  label: 'OpenHands events',
  source: 'OpenHands',
  inputs: ['jsonl', 'json', 'archive'],
  memberOrder: eventOrder,
  sniff,
  start: (context, input) => new OpenHandsReader(context, input),
});
