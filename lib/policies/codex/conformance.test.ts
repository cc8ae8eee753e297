/** Codex's policy against what the binary did: `fixtures/`, made by `lib/conformance`. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { SessionBuilder } from '@/lib/engine/session/builder';
import type { Part } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import { sealedReasoning } from '@/lib/engine/tokens/sealed-reasoning';
import { codex } from './policy';

/** A letter and sizes: x context, u user, m model, r reasoning, c call, o output, s summary. */
type Item = readonly [kind: string, ...sizes: number[]];
/** What Codex rebuilt: bytes of the summary it was given, then the items. */
type Rebuilt = readonly ['=', number, ...Item[]];

interface Run {
  readonly seed: number;
  readonly subject: string;
  readonly window: number;
  readonly limit: number;
  readonly log: readonly (Item | Rebuilt)[];
}

const golden = JSON.parse(
  readFileSync(new URL('fixtures/openai-codex-0.169.0.json', import.meta.url), 'utf8'),
) as { readonly runs: readonly Run[] };

/** The steps between two compactions: their items, and the compaction that ends them. */
interface Segment {
  readonly items: readonly Item[];
  readonly rebuilt: Rebuilt | null;
}

const isRebuilt = (item: Item | Rebuilt): item is Rebuilt => item[0] === '=';

/** Items of a rebuilt history in the order of a log: Codex's own instructions first. */
function asLog([, , ...items]: Rebuilt): Item[] {
  const first = items.filter(([kind]) => kind === 'x');
  return [...first, ...items.filter(([kind]) => kind !== 'x')];
}

function segmentsOf({ log }: Run): readonly Segment[] {
  const segments: Segment[] = [];
  let items: Item[] = [];
  log.forEach((item, i) => {
    if (!isRebuilt(item)) items.push(item);
    else {
      // The request after the compaction belongs to both: it is decided in the first.
      const next = log.findIndex((one, k) => k > i && one[0] === '-');
      const rest = log.slice(i + 1, next + 1).filter((one): one is Item => !isRebuilt(one));
      segments.push({ items: [...items, ...rest], rebuilt: item });
      items = asLog(item);
    }
  });
  return [...segments, { items, rebuilt: null }];
}

/** The longest encrypted reasoning that costs nothing. */
const SHORT_REASONING = 867;

const text = (bytes: number): Part => ({ kind: 'text', text: 'x'.repeat(bytes) });
const pictures = (count = 0): Part[] =>
  Array.from({ length: count }, () => ({ kind: 'inline', mime: 'image/png', bytes: 100 }));

/** A segment as a session, with the value that Codex compared after each response. */
function sessionOf(items: readonly Item[]) {
  const store = new MemoryStore();
  const source = { format: 'codex', file: 'golden', agent: 'Codex', sessionId: 'golden' };
  const builder = new SessionBuilder(store, { name: 'Golden', source, thoughts: 'stripped' });
  const values: number[] = [];
  let sealed: Part[] = [];
  const model = (part: Part): void => {
    builder.append({ role: 'model', parts: [part, ...sealed.splice(0)] });
  };
  for (const [kind, a = 0, b = 0, c = 0] of items) {
    if (kind === '-') {
      builder.step({ real: a, output: b, label: '' });
      values.push(c);
    } else if (kind === 'r') sealed = [...sealed, sealedReasoning(a)];
    else if (kind === 'm') model(text(a));
    else if (kind === 'c') {
      model({ kind: 'call', name: 'x'.repeat(a), id: 'x'.repeat(c), args: { cmd: 'x'.repeat(b) } });
    } else if (kind === 'o') {
      const response = { result: 'x'.repeat(a) };
      const own: Part = { kind: 'response', name: 'tool', id: 'x'.repeat(b), response };
      builder.append({ role: 'user', parts: [own, ...pictures(c)] });
    } else {
      const label = kind === 'x' || kind === 's' ? { label: 'context' } : {};
      builder.append({ role: 'user', parts: [text(a), ...pictures(b)], ...label });
    }
  }
  return { session: store.session(builder.finish()), values };
}

function judge(run: Run, { items, rebuilt }: Segment) {
  const { session, values } = sessionOf(items);
  // Without reasoning there is none to estimate.
  const reasons = items.some(([kind, length = 0]) => kind === 'r' && length > SHORT_REASONING);
  const { window, limit } = run;
  const settings = codex.settings.parse({
    window,
    limit,
    ...(reasons ? {} : { reasoningShare: 0 }),
  });
  const script = [
    rebuilt === null || rebuilt[1] === 0 ? { empty: true as const } : { bytes: rebuilt[1] },
  ];
  const made = replay(prepare(measureSession(session)), codex, settings, { script });
  return { session, made, values, steps: session.steps.length };
}

const quarter = (bytes: number): number => Math.ceil(bytes / 4);
const cases = golden.runs.map((run) => [`${run.seed}, ${run.subject}`, run] as const);

describe('under each of the binary’s runs', () => {
  it.each(cases)('run %s: compares the same tokens and fires at the same requests', (_, run) => {
    for (const segment of segmentsOf(run)) {
      const { made, values, steps } = judge(run, segment);
      // The newest response's value is compared at a request that the segment does not hold.
      expect([...made.columns.decision].slice(1)).toEqual(values.slice(0, -1));
      const fires = segment.rebuilt === null ? -1 : steps - 1;
      expect([...made.columns.compacted].indexOf(1)).toBe(fires);
    }
  });

  it.each(cases)('run %s: rebuilds the same items', (_, run) => {
    for (const segment of segmentsOf(run)) {
      const { rebuilt } = segment;
      if (rebuilt === null) continue;
      const { session, made, steps } = judge(run, segment);
      const kept = (made.notes.kept[0]?.ranges ?? []).flatMap(([from, to]) =>
        session.entries.slice(from, to).map((entry, i) => {
          const bytes = entry.parts[0]?.kind === 'text' ? entry.parts[0].text.length : 0;
          const cut = made.notes.elisions.find(
            (one) => one.entry === from + i && !hasPicture(entry.parts),
          );
          return [entry.label === 'context' ? 'x' : 'u', quarter(bytes) - (cut?.tokens ?? 0)];
        }),
      );
      const [, , ...items] = rebuilt;
      const summary = items.find(([kind]) => kind === 's')?.[1] ?? -1;
      const expected = asLog(rebuilt).filter(([kind]) => kind !== 's');
      expect(kept.map(([kind]) => kind)).toEqual(
        expected.map(([kind]) => (kind === 'cut' ? 'u' : kind)),
      );
      expected.forEach(([kind, bytes = 0], i) => {
        // The tags around a picture leave with it.
        const [, tokens = 0] = kept[i] ?? [];
        const tagged = kind === 'cut' && isShorter(run, bytes);
        expect(Number(tokens)).toBe(tagged ? quarter(bytes + TAGS) : quarter(bytes));
      });
      expect(quarter(400 + (made.columns.summaryBytes[steps - 1] ?? 0))).toBe(quarter(summary));
    }
  });
});

const hasPicture = (parts: readonly Part[]): boolean => parts.some(({ kind }) => kind === 'inline');
/** Bytes of the tags around a picture in these runs. */
const TAGS = 78;
const isShorter = ({ log }: Run, bytes: number): boolean =>
  log.some(([kind, whole, images]) => kind === 'u' && whole === bytes + TAGS && images === 1);
