import type { Part } from '@/lib/engine/session/schema';
import type { UsageFamily } from '@/lib/engine/tokens/usage/normalize-usage';
import type { At } from '../loose-json';
import { stepUsage } from '../session-facts';
import { SessionLog } from '../session-log';
import { CallNames, type Turn } from './turns';

/** Where a message stands, and when it was written. */
interface TurnPlace {
  readonly at: At;
  readonly time: string | null;
}

/** A call of the model as its answer is recorded. */
interface CallPlace extends TurnPlace {
  readonly model: string | null;
  /** The provider's record of this call's request alone; null or omitted where the log has none. */
  readonly usage?: unknown;
  readonly family?: UsageFamily | undefined;
  readonly lengthStop?: boolean;
  /** A further piece of the answer before it, where nothing came between. */
  readonly continues?: boolean;
}

/** A log that is a list of messages: each of the model's is a call, counted where the log counts it. */
export class MessageLog extends SessionLog {
  readonly names = new CallNames();
  #answered = false;
  #counted = 0;
  #instructions = '';

  /** System prompt: the first is the prefix, a later one that differs is told as a change. */
  instructions(parts: readonly Part[], at: At): void {
    const text = JSON.stringify(parts);
    if (parts.length === 0 || text === this.#instructions) return;
    this.#instructions = text;
    if (this.stepCount === 0) this.system(parts);
    else this.notice('prefix-changed', CHANGED, at);
  }

  /** Takes a message of the user or of tools; false if it has no content. */
  turn({ role, parts, system = false, label }: Turn, { at, time }: TurnPlace): boolean {
    if (system && this.entryCount === 0) {
      this.system(parts);
      return parts.length > 0;
    }
    if (parts.length === 0) return false;
    this.#answered = false;
    if (!system) {
      this.answering = parts.some(({ kind }) => kind === 'response');
      this.said(parts);
    }
    this.message(role, parts, at, time, system ? 'system' : label);
    return true;
  }

  /** Takes an answer of the model: a step, and its content if it has any. */
  call(turn: Turn, place: CallPlace): void {
    const { at, time, model, usage = null, family, continues = false, lengthStop = false } = place;
    if (!continues || !this.#answered) {
      const counts = stepUsage(this, usage, family, at);
      if (counts.real !== null) this.#counted++;
      this.step({ ...counts, model, time, label: this.label, lengthStop });
    }
    this.#answered = true;
    this.message('model', turn.parts, at, time);
  }

  /** The session; says where none of its calls, or only some, are counted. */
  override end(...change: Parameters<SessionLog['end']>): ReturnType<SessionLog['end']> {
    if (this.stepCount > 0 && this.#counted === 0) this.notice('usage-missing', NO_USAGE);
    return super.end(...change);
  }
}

const CHANGED =
  'The system prompt or the tool definitions changed during the session; those of its first call are counted.';
const NO_USAGE = 'The log counts none of its calls: every size is an estimate.';
