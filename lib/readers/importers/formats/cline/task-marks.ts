import { countOf, fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';

/** Begins the extensions' own part of a message of the user's. */
const DETAILS = '<environment_details>';

/** Less is no model's window. */
const LEAST_WINDOW = 4000;

const DELETING = 'up to 3.35';

/** Fields that only Roo Code gives a message. */
const ROO_FIELDS = [
  ...['isSummary', 'condenseId', 'condenseParent'],
  ...['isTruncationMarker', 'truncationId', 'truncationParent'],
];

/** Which extension wrote a task, as far as its messages show it, and the model and window they name. */
export class TaskMarks {
  /** Its messages have what Roo Code writes and Cline does not. */
  roo = false;
  /** Versions of Roo Code that summarise as the newest summary shows; null without a summary. */
  version: string | null = null;
  /** The newest model that Roo Code named; null for none. */
  model: string | null = null;
  /** How often Cline named a window. */
  readonly #windows = new Map<number, number>();

  /** Tokens of the window that Cline named most often, the newest of several; null for none. */
  get window(): number | null {
    const [most] = [...this.#windows].reverse().sort(([, a], [, b]) => b - a);
    return most?.[0] ?? null;
  }

  /** Its condensings deleted messages instead of hiding them. */
  get deletes(): boolean {
    return this.version === DELETING;
  }

  /** Takes the next message, in the order of the history. */
  see(message: Fields): void {
    if (ROO_FIELDS.some((name) => message[name] !== undefined)) this.roo = true;
    if (message['isSummary'] === true) this.version = versionOf(message);
    if (message['role'] !== 'user') return;
    const { content } = message;
    for (const block of typeof content === 'string' ? [content] : listOf(content)) {
      const text = textOf(block) ?? textOf(fieldsOf(block)?.['text']);
      if (text?.startsWith(DETAILS) === true) this.#read(text);
    }
  }

  #read(details: string): void {
    const mode = after(details, '\n# Current Mode\n');
    if (mode.startsWith('<slug>')) {
      this.roo = true;
      this.model = /<model>([^<>\n]+)<\/model>/.exec(mode)?.[1] ?? this.model;
    }
    const usage = after(details, '\n# Context Window Usage\n');
    // As an English locale writes it; in others "1.000K" is a million, which would be read as a thousand.
    const thousands = /^[\d,]+ \/ (\d{1,3}(?:,\d{3})*(?:\.\d{1,3})?)K tokens used/.exec(usage)?.[1];
    const tokens = countOf(Math.round(Number(thousands?.replaceAll(',', '')) * 1000)) ?? 0;
    if (tokens >= LEAST_WINDOW) this.#windows.set(tokens, (this.#windows.get(tokens) ?? 0) + 1);
  }
}

/** The beginning of what follows a heading; empty where it does not occur. */
function after(text: string, heading: string): string {
  const at = text.indexOf(heading);
  return at < 0 ? '' : text.slice(at + heading.length, at + heading.length + 400);
}

/**
 * Since 3.43 (RooCodeInc/Roo-Code#10873) a summary is the user's message, since 3.36 it has an id, by
 * which messages are hidden instead of deleted.
 */
function versionOf(summary: Fields): string {
  if (textOf(summary['condenseId']) === null) return DELETING;
  return summary['role'] === 'user' ? '3.43 or later' : '3.36 to 3.42';
}
