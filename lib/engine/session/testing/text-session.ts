import { SessionBuilder, type StepInput } from '../builder';
import { MemoryStore } from '../memory-store';
import type { Entry, Json, Part, Session } from '../schema';

/**
 * A session as a text picture, one line an event, blank lines and `#` comments ignored:
 *
 *     system 4000              prefix: system prompt of 4,000 bytes
 *     tools 900 1200           prefix: one tool definition per number, of so many bytes
 *     limit 200000             recorded limit
 *     window 121600            window that the program decides by, from here on
 *     model claude-x           model of the steps that follow
 *     thoughts stripped        or kept (the default)
 *     u "fix the bug"          user's text; a number stands for so many bytes: u 1200
 *     m "I will look."         model's text, likewise
 *     t 500                    model's thought
 *     c read {"path":"a.go"}   model's call; the arguments may be left out
 *     r read 3000              user's entry with a response: {"result": 3,000 bytes}, "text" or {…}
 *     i image/png 30000        user's inline data, in bytes
 *     i image/png 30000 800x600  … an image of so many pixels
 *     + c read {"path":"b.go"} one more part for the entry above
 *     -- 1234                  a step that holds everything above; its real tokens (`-- ?`: unknown)
 *     -- 1234 tool-results     … with a label
 *     -- 200819 > 200000       a rejected step: real and limit of the error
 *     -- 90000+20000 > 100000  … and tokens that it reserved for its response
 *     == compact 3000          recorded compaction; summary in bytes, "quoted", or nothing
 *     == compact 3000 manual   … that the user asked for (auto: that the agent did)
 *     == compact 3000 kept 4-7 … entries 4 up to (not including) 7 stayed
 *     == failed rate limited   recorded compaction that failed, and why; nothing for no reason
 *     == elide 3 5             recorded microcompaction of entries 3 and 5
 *
 * Throws on a line it does not know: a picture is ours, never input.
 */
export function textSession(picture: string, name = 'Picture'): Session {
  const painter = new Painter(name);
  for (const [number, line] of mergedLines(picture)) painter.line(line, number);
  return painter.finish();
}

/** Lines without comments, with their numbers; parts after `+` joined to the entry above. */
function mergedLines(picture: string): (readonly [number: number, line: string[]])[] {
  const lines: [number, string[]][] = [];
  for (const [index, raw] of picture.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const above = lines.at(-1);
    if (line.startsWith('+ ') && above) above[1].push(line.slice(2).trim());
    else lines.push([index + 1, [line]]);
  }
  return lines;
}

const triggers = ['auto', 'manual'] as const;

class Painter {
  readonly #store = new MemoryStore();
  readonly #builder: SessionBuilder;
  #model: string | null = null;

  constructor(name: string) {
    this.#builder = new SessionBuilder(this.#store, {
      name,
      source: {
        format: 'picture',
        file: 'picture',
        agent: 'Test',
        agentVersion: null,
        sessionId: 'picture',
        lane: 'main',
        parent: null,
      },
    });
  }

  finish(): Session {
    return this.#store.session(this.#builder.finish());
  }

  line([line = '', ...more]: readonly string[], number: number): void {
    const [word = '', rest = ''] = split(line);
    if (word === '--') this.#step(rest);
    else if (word === '==') this.#compaction(rest, number);
    else if (!this.#head(word, rest)) this.#entry([line, ...more], number);
  }

  #head(word: string, rest: string): boolean {
    switch (word) {
      case 'system':
        this.#builder.prefix({ system: [{ kind: 'text', text: amount(rest) }] });
        return true;
      case 'tools': {
        const tools = rest.split(/\s+/).map((bytes) => ({ sizes: [Number(bytes)] }));
        this.#builder.prefix({ tools });
        return true;
      }
      case 'limit':
        this.#builder.limit({ tokens: Number(rest), source: 'recording' });
        return true;
      case 'window':
        this.#builder.window(Number(rest));
        return true;
      case 'model':
        this.#model = rest;
        return true;
      case 'thoughts':
        this.#builder.rename({ thoughts: rest === 'stripped' ? 'stripped' : 'kept' });
        return true;
      default:
        return false;
    }
  }

  #step(rest: string): void {
    const [, real = '?', reserved, limit, label = ''] =
      /^(\d+|\?)?(?:\+(\d+))?(?:\s*>\s*(\d+))?\s*(.*)$/.exec(rest) ?? [];
    const input: StepInput = {
      real: real === '?' ? null : Number(real),
      rejected: limit !== undefined,
      limit: limit === undefined ? null : Number(limit),
      reserved: reserved === undefined ? null : Number(reserved),
      model: this.#model,
      label,
    };
    this.#builder.step(input);
  }

  #compaction(rest: string, number: number): void {
    const [word = '', more = ''] = split(rest);
    if (word === 'elide') {
      const elided = more.split(/\s+/).map(Number);
      this.#builder.compaction({ kind: 'elision', elided });
      return;
    }
    if (word === 'failed') {
      this.#builder.compactionFailed({ trigger: 'auto', reason: more === '' ? null : more });
      return;
    }
    if (word !== 'compact') throw new Error(`Line ${number} of the picture: == ${rest}`);
    const [size = '', ranges = ''] = more.split(/(?:^|\s+)kept\s+/);
    const [, summary = '', trigger] = /^(.*?)(?:\s+(auto|manual))?$/.exec(size.trim()) ?? [];
    const kept = ranges
      .split(/\s+/)
      .filter((range) => range !== '')
      .map((range): [number, number] => {
        const [from, to] = range.split('-').map(Number);
        return [from ?? 0, to ?? 0];
      });
    const parts: Part[] = summary.trim() === '' ? [] : [{ kind: 'text', text: amount(summary) }];
    const by = triggers.find((one) => one === trigger) ?? 'unknown';
    this.#builder.compaction({ kind: 'summary', summary: parts, kept, trigger: by });
  }

  #entry(lines: readonly string[], number: number): void {
    const [first = ''] = lines;
    const role: Entry['role'] = /^[mtc]\s/.test(first) ? 'model' : 'user';
    this.#builder.append({ role, parts: lines.map((line) => part(line, number)), origin: number });
  }
}

function part(line: string, number: number): Part {
  const [word = '', rest = ''] = split(line);
  const [name = '', value = ''] = split(rest);
  switch (word) {
    case 'u':
    case 'm':
      return { kind: 'text', text: amount(rest) };
    case 't':
      return { kind: 'thought', text: amount(rest) };
    case 'c':
      return { kind: 'call', name, args: value === '' ? {} : (JSON.parse(value) as Json) };
    case 'r': {
      const response = value.startsWith('{')
        ? (JSON.parse(value) as Json)
        : { result: amount(value) };
      return { kind: 'response', name, response };
    }
    case 'i':
      return inline(name, value);
    default:
      throw new Error(`Line ${number} of the picture: ${line}`);
  }
}

/** Inline data of so many bytes, and of a size in pixels where one follows. */
function inline(mime: string, rest: string): Part {
  const [bytes, pixels] = split(rest);
  const [width, height] = pixels.split('x').map(Number);
  const image = width === undefined || height === undefined ? {} : { image: { width, height } };
  return { kind: 'inline', mime, bytes: Number(bytes), ...image };
}

/** A quoted text, or as many bytes as the number says. */
function amount(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith('"') ? (JSON.parse(trimmed) as string) : 'x'.repeat(Number(trimmed));
}

/** First word and the rest. */
function split(line: string): [word: string, rest: string] {
  const space = line.search(/\s/);
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space).trim()];
}
