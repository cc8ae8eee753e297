import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';

/** Begins the extensions' own part of a message of the user's. */
const DETAILS = '<environment_details>';

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
  /** Tokens of the newest window that Cline named; null for none. */
  window: number | null = null;

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
    // Thousands are set apart by commas, as an English locale does; other locales are not guessed at.
    const thousands = /^[\d,]+ \/ (\d{1,3}(?:,\d{3})*(?:\.\d{1,3})?)K tokens used/.exec(usage)?.[1];
    if (thousands === undefined) return;
    const tokens = Math.round(Number(thousands.replaceAll(',', '')) * 1000);
    if (tokens > 0) this.window = tokens;
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
  if (textOf(summary['condenseId']) === null) return 'up to 3.35';
  return summary['role'] === 'user' ? '3.43 or later' : '3.36 to 3.42';
}
