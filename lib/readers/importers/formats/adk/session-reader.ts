import type { SessionInfo } from '@/lib/engine/session/builder';
import type { Json, Source } from '@/lib/engine/session/schema';
import type { CallNotice } from '../../mechanisms/calls/recorded-call';
import { asText, type JsonObject } from '../../mechanisms/genai';
import type { ImportContext } from '../../importer';
import { readEvent, type AdkEvent } from './event';
import { buildLane, StoredEvents, type LaneKey } from './lane';

/** Identity of an ADK session. */
export interface AdkIdentity {
  readonly format: string;
  readonly app: string | null;
  /** The user whose session it is; null where the file names none. */
  readonly user?: string | null;
  readonly sessionId: string;
  /** Its name in the user interface. */
  readonly displayName: string | null;
  /** ContextGuard's keys of the state at the session's end. */
  readonly finalState: JsonObject;
  /** Oddities of the whole recording. */
  readonly notices?: readonly CallNotice[];
}

/** A stretch of the log with its own model calls. */
interface Path {
  readonly events: readonly AdkEvent[];
  readonly calls: readonly AdkEvent[];
  /** 0 for the live path; n for the stretch that the n-th rewind undid. */
  readonly rewind: number;
}

/** Collects the events of one ADK session and hands over a session for each of its lanes. */
export class AdkSession {
  readonly #known = new Set<string>();
  #live: AdkEvent[] = [];
  /** Events without content since the newest one with some. */
  #empty = 0;
  readonly #abandoned: Path[] = [];

  constructor(
    private readonly context: ImportContext,
    private readonly identity: AdkIdentity,
  ) {}

  get id(): string {
    return this.identity.sessionId;
  }

  /** Takes the next event. */
  event(value: Json, at: number | string): void {
    const event = readEvent(value, at);
    const { receipt } = this.context;
    if (event === null) return receipt.lose('not an event', at);
    if (event.partial) return receipt.drop('partial: a chunk of a streamed answer', at);
    if (this.#repeats(event)) return receipt.drop('repeated event', at);
    if (event.rewindBefore !== null) this.#rewind(event.rewindBefore);
    this.#live.push(event);
    if (carriesNothing(event)) this.#empty++;
    else if (event.compaction === null) {
      event.stored.empty = this.#empty;
      this.#empty = 0;
    }
  }

  /** Hands over the session's lanes; false if no model was called. */
  finish(): boolean {
    const paths = [
      { events: this.#live, calls: callsOf(this.#live), rewind: 0 },
      ...this.#abandoned,
    ].filter(({ calls }) => calls.length > 0);
    this.#account(paths);
    const first = paths[0]?.calls[0];
    if (first === undefined) return false;
    const lanes = new Map<string, LaneKey>();
    for (const { calls } of paths) for (const call of calls) lanes.set(keyOf(call), call);
    const stored = new StoredEvents(this.context.store);
    for (const path of paths) this.#handOver(path, [...lanes.values()], stored);
    return true;
  }

  #handOver(path: Path, lanes: readonly LaneKey[], stored: StoredEvents): void {
    const { store } = this.context;
    const { finalState, notices = [] } = this.identity;
    for (const key of lanes) {
      const calls = new Set(path.calls.filter((call) => keyOf(call) === keyOf(key)));
      if (calls.size === 0) continue;
      const info = this.#info(path, key, lanes);
      const state = path.rewind === 0 ? finalState : {};
      const { events } = path;
      const lengthStops = lengthStopsOf(events);
      const lane = { key, info, events, calls, lengthStops, stored, finalState: state, notices };
      this.context.session(buildLane(store, lane));
    }
  }

  #info(path: Path, key: LaneKey, lanes: readonly LaneKey[]): SessionInfo {
    const { format, app, sessionId, user = null } = this.identity;
    const [first] = path.calls;
    const own = lanes.length === 1 ? 'main' : laneName(key);
    const lane = path.rewind === 0 ? own : `${own}~rewound-${path.rewind}`;
    const source: Source = {
      format,
      file: this.context.file,
      agent: app === null ? 'Google ADK' : `Google ADK: ${app}`,
      agentVersion: first === undefined ? null : `adk-${first.language}`,
      sessionId,
      lane,
      parent: this.#parent(path, key, lanes, own),
    };
    return { name: this.#name(lane), source, user };
  }

  #parent(path: Path, key: LaneKey, lanes: readonly LaneKey[], own: string): Source['parent'] {
    const { sessionId } = this.identity;
    if (path.rewind > 0) return { sessionId, lane: own, relation: 'branch' };
    const [root] = lanes;
    if (root === undefined || keyOf(root) === keyOf(key)) return null;
    return { sessionId, lane: laneName(root), relation: 'lane' };
  }

  #name(lane: string): string {
    const { app, sessionId, displayName } = this.identity;
    const said = displayName ?? firstText(this.#live);
    const id = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(sessionId) ? sessionId.slice(0, 8) : sessionId;
    const name = [app, id].filter((word) => word !== null && word !== '').join(' ');
    const suffix = lane === 'main' ? '' : ` (${lane})`;
    return `${name}${suffix}${said === null ? '' : ` · ${shortened(said)}`}`;
  }

  #repeats({ id, seconds }: AdkEvent): boolean {
    if (id === null) return false;
    const key = `${id} ${seconds ?? ''}`;
    if (this.#known.has(key)) return true;
    this.#known.add(key);
    return false;
  }

  /** Undoes everything from an invocation on; its calls become separate sessions. */
  #rewind(invocation: string): void {
    const from = this.#live.findIndex((event) => event.invocation === invocation);
    if (from < 0) return;
    const undone = this.#live.slice(from);
    this.#abandoned.push({
      events: this.#live,
      calls: callsOf(undone),
      rewind: this.#abandoned.length + 1,
    });
    this.#live = this.#live.slice(0, from);
  }

  /** Counts every event on the receipt, once. */
  #account(paths: readonly Path[]): void {
    const { receipt } = this.context;
    const used = new Set(paths.flatMap(({ events }) => events));
    const calls = new Set(paths.flatMap((path) => path.calls));
    const all = new Set([...this.#abandoned.flatMap(({ events }) => events), ...this.#live]);
    let before: AdkEvent | null = null;
    for (const event of all) {
      if (!used.has(event)) receipt.drop('in a session without a model call', event.at);
      else if (event.hidden) receipt.drop('authentication or confirmation', event.at);
      else if (!calls.has(event) && before !== null && continues(event, before)) {
        receipt.merge('same model call as the event before', event.at);
      } else if (carriesNothing(event) && !calls.has(event)) {
        receipt.drop(
          event.failure === null ? 'no content: state only' : `failed call: ${event.failure}`,
          event.at,
        );
      } else receipt.keep();
      before = event;
    }
  }
}

const carriesNothing = (event: AdkEvent): boolean =>
  event.content === null && event.compaction === null && event.rewindBefore === null;

const keyOf = ({ branch, author }: LaneKey): string => `${branch ?? ''}\n${author}`;

const laneName = ({ branch, author }: LaneKey): string =>
  branch === null ? author : `${branch}/${author}`;

/** The events that are attempted model calls; later events of the same call are left out. */
function callsOf(events: readonly AdkEvent[]): readonly AdkEvent[] {
  return events.filter((event, i) => {
    const before = events[i - 1];
    return isCall(event) && !(before !== undefined && continues(event, before));
  });
}

/** The calls that stopped at the output limit, as the last event of a streamed answer records. */
function lengthStopsOf(events: readonly AdkEvent[]): ReadonlySet<AdkEvent> {
  const stops = new Set<AdkEvent>();
  let call: AdkEvent | undefined;
  events.forEach((event, i) => {
    const before = events[i - 1];
    const same = before !== undefined && continues(event, before);
    if (!same) call = event;
    if (event.lengthStop && call) stops.add(call);
  });
  return stops;
}

/** True for an event that a model wrote, reported usage for, or was refused for. */
function isCall(event: AdkEvent): boolean {
  if (event.author === 'user' || event.author === '' || event.hidden) return false;
  return event.usage !== null || event.rejection !== null || event.content?.role === 'model';
}

/**
 * True if an event goes on with the one before: streaming may write one answer as two events, which
 * repeat the same usage record.
 */
function continues(event: AdkEvent, before: AdkEvent): boolean {
  if (event.usage === null || before.usage === null || !isCall(before)) return false;
  return (
    keyOf(event) === keyOf(before) &&
    event.invocation !== null &&
    event.invocation === before.invocation &&
    JSON.stringify(event.usage) === JSON.stringify(before.usage)
  );
}

function firstText(events: readonly AdkEvent[]): string | null {
  for (const { author, content } of events) {
    if (author !== 'user') continue;
    for (const part of content?.parts ?? []) if (part.kind === 'text') return asText(part.text);
  }
  return null;
}

/** The first words of a text, on one line. */
function shortened(text: string): string {
  const line = [...text.slice(0, 200).replace(/\s+/g, ' ').trim()];
  return line.length > 60 ? `${line.slice(0, 59).join('').trimEnd()}…` : line.join('');
}
