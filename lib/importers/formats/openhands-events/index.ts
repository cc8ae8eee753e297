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

function sniff({ kind, records }: TraceHead): boolean {
  if (kind === 'jsonl') return records.some(isEvent);
  if (kind === 'json') return listOf(records[0]).some(isEvent);
  const names = memberNames(records[0]).filter((name) => name.endsWith('.json'));
  const events = names.filter((name) => conversationOf(name) !== null);
  return (
    events.length > 0 &&
    names.every((name) =>
      /(?:^|\/)(?:events\/|base_state\.json$|meta\.json$|TASKS\.json$)/.test(name),
    )
  );
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
