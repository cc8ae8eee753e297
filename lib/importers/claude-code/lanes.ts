import type { Notice } from '@/lib/session/schema';
import { textOf, type Fields } from '../loose-json';

/** The most lines a notice remembers. */
const PLACES = 5;

/** Longest name made from a text, in UTF-16 units. */
const NAME_LENGTH = 80;

/** One agent's log inside the trace. */
export class Lane {
  readonly id: string;
  readonly agent: boolean;
  sessionId: string | null = null;
  version: string | null = null;
  /** Newest node. */
  last = -1;
  /** First thing the user said, and the first text of any kind. */
  title: string | null = null;
  #firstText: string | null = null;
  readonly #notices = new Map<string, Notice>();

  constructor(id: string, agent: boolean) {
    this.id = id;
    this.agent = agent;
  }

  /** A name that is never empty. */
  get name(): string {
    return this.title ?? this.#firstText ?? (this.agent ? `Agent ${this.id}` : 'Claude Code');
  }

  get notices(): readonly Notice[] {
    return [...this.#notices.values()];
  }

  /** Considers a user's text as the session's name. */
  suggestName(text: string): void {
    const plain = text.trimStart();
    if (!plain.startsWith('<')) this.title ??= shorten(plain);
    this.#firstText ??= shorten(plain.slice(0, 2000).replace(/<[^<>]*>/g, ' '));
  }

  notice(code: string, message: string, line: number): void {
    const known = this.#notices.get(code);
    const at = known?.at ?? [];
    this.#notices.set(code, {
      code,
      message,
      at: at.length < PLACES ? [...at, line] : at,
      times: (known?.times ?? 0) + 1,
    });
  }
}

/** One line of at most 80 characters; null when nothing is left. */
export function shorten(text: string): string | null {
  const line = text.slice(0, 2000).replace(/\s+/g, ' ').trim();
  if (line.length <= NAME_LENGTH) return line === '' ? null : line;
  const cut = line.slice(0, NAME_LENGTH - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}…`;
}

/** Finds the lane of each line: the main log, or a sub-agent's. */
export class Lanes {
  readonly all: Lane[] = [new Lane('main', false)];
  readonly #byAgent = new Map<string, number>();
  #newestChain = -1;

  /** Number of the lane of agent `id`. */
  agent(id: string): number {
    const known = this.#byAgent.get(id);
    if (known !== undefined) return known;
    const number = this.all.length;
    this.#byAgent.set(id, number);
    const plain = /^[\w.-]{1,80}$/.test(id) && !/^(main$|lane-)/.test(id);
    return this.all.push(new Lane(plain ? id : `lane-${number}`, true)) - 1;
  }

  /**
   * Lane of a recorded line. A side chain without an agent's name begins where a line has no
   * parent; a line whose parent is not there belongs to the newest one.
   */
  of(line: Fields, parentLane: number): number {
    const agentId = textOf(line['agentId']);
    if (line['isSidechain'] !== true) return 0;
    if (agentId !== null) return this.agent(agentId);
    if (parentLane > 0) return parentLane;
    if (this.#newestChain < 0 || textOf(line['parentUuid']) === null || parentLane === 0) {
      this.#newestChain = this.agent(` ${this.all.length}`);
    }
    return this.#newestChain;
  }
}
