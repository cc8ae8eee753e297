import { NoticeList } from '@/lib/engine/session/notice-list';
import type { LogGraph } from './graph';
import { textOf, type Fields } from '../../mechanisms/loose-json';
import { shorten } from '../../mechanisms/session-facts';

/** Most summaries kept; a project's older logs begin with those of other sessions. */
const MOST_SUMMARIES = 100;

/** Titles that the agent wrote into the log. */
export class Titles {
  readonly #summaries: { readonly leaf: string; readonly title: string }[] = [];
  #given: string | null = null;

  /** Takes a line that may hold a title. */
  read(line: Fields): void {
    const given = textOf(line['customTitle']) ?? textOf(line['aiTitle']);
    if (given !== null) this.#given = shorten(given) ?? this.#given;
    const leaf = textOf(line['leafUuid']);
    const title = shorten(textOf(line['summary']) ?? '');
    if (leaf === null || title === null || this.#summaries.length >= MOST_SUMMARIES) return;
    this.#summaries.push({ leaf, title });
  }

  /** The newest title given, else the summary of a line of this log. */
  of(graph: LogGraph): string | null {
    return this.#given ?? this.#summaries.find(({ leaf }) => graph.knows(leaf))?.title ?? null;
  }
}

/** One agent's log inside the trace. */
export class Lane {
  sessionId: string | null = null;
  version: string | null = null;
  /** Folder it began to work in. */
  project: string | null = null;
  /** Newest node. */
  last = -1;
  /** The user's first text, and the first text of any kind. */
  title: string | null = null;
  #firstText: string | null = null;
  readonly notices = new NoticeList();

  constructor(
    readonly id: string,
    readonly agent: boolean,
  ) {}

  /** A name that is never empty. */
  get name(): string {
    return this.title ?? this.#firstText ?? (this.agent ? `Agent ${this.id}` : 'Claude Code');
  }

  /** Keeps the first text without leading markup as the session's name, else the first text. */
  suggestName(text: string): void {
    const plain = text.trimStart();
    if (!plain.startsWith('<')) this.title ??= shorten(plain);
    this.#firstText ??= shorten(plain.slice(0, 2000).replace(/<[^<>]*>/g, ' '));
  }
}

/** Finds the lane of each line: the main log or a sub-agent's. */
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
   * Lane of a recorded line. A side chain without an agent's name begins at a line without a
   * parent; a line whose parent is missing belongs to the newest one.
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
