import type { Source } from '@/lib/engine/session/schema';
import { projectFolder, shorten } from '../../mechanisms/session-facts';
import { millisecondsOf, textOf, type Fields } from '../../mechanisms/loose-json';

/** The identifier at the end of a session file's name. */
const FILE_ID = /_([0-9a-f-]{36})\.jsonl$/i;

/** Day of pi 0.84.4, the first that checks between the requests of a run. */
const CHECKS_BETWEEN = Date.UTC(2026, 7, 28);

/** Facts of a whole session file. */
export class PiHeader {
  id: string | null = null;
  parent: Source['parent'] = null;
  /** Folder it worked in. */
  project: string | null = null;
  /** Version 1: no links; the output of an aborted call was sent again. */
  linear = true;
  /** The file holds the system prompt, which pi writes since 0.86. */
  hasSystem = false;
  #form: number | null = null;
  #given: string | null = null;
  #said: string | null = null;
  #started = NaN;
  #copied = 0;

  /** The name given, else the user's first text. */
  get title(): string | null {
    return this.#given ?? this.#said;
  }

  /**
   * The versions of pi that write such a file, which names none; null where they cannot be told. What
   * they differ in is when pi checks whether to compact.
   */
  get version(): string | null {
    if (this.hasSystem) return '0.86 or later';
    if (this.#form === 1) return 'up to 0.30';
    if (this.#form === 2) return '0.31 to 0.34';
    return this.#form === 3 && this.#started < CHECKS_BETWEEN ? '0.35 to 0.84.3' : null;
  }

  /** Takes the file's first line; false if one was read before. */
  read(line: Fields): boolean {
    if (this.id !== null) return false;
    this.id = textOf(line['id']) ?? 'unknown';
    this.#form = typeof line['version'] === 'number' ? line['version'] : 1;
    this.linear = this.#form < 2;
    this.project = projectFolder(line['cwd']);
    this.#started = millisecondsOf(line['timestamp']);
    const origin = textOf(line['parentSession']) ?? textOf(line['branchedFrom']);
    if (origin !== null) {
      const sessionId = FILE_ID.exec(origin)?.[1] ?? origin.split(/[/\\]/).at(-1) ?? origin;
      this.parent = { sessionId, lane: 'main', relation: 'branch' };
    }
    return true;
  }

  /** Takes a name that the user gave; the newest counts. */
  name(value: unknown): void {
    this.#given = shorten(textOf(value) ?? '') ?? this.#given;
  }

  /** Keeps the user's first text, the session's name if none was given. */
  said(text: string): void {
    this.#said ??= shorten(text);
  }

  /** Counts a call; a fork begins with copies of older calls. */
  stepped(time: number): void {
    if (this.parent !== null && time < this.#started) this.#copied++;
  }

  /** Notice with the number of copied calls; null without any. */
  copiedNotice(): string | null {
    if (this.#copied === 0) return null;
    const calls = this.#copied === 1 ? '1 model call was' : `${this.#copied} model calls were`;
    return `${calls} copied from the session that this one was forked from.`;
  }
}
