import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Length } from '@/lib/engine/base/utf8';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { continuationBytes, fallbackBytes } from './summary-text';

interface Content {
  readonly role?: string;
  readonly parts?: readonly ({ readonly text?: string } | null)[];
}
interface Vector {
  readonly id: string;
  readonly fn: string;
  readonly note?: string;
  readonly input: {
    readonly contents: readonly (Content | null)[];
    readonly previousSummary: string;
    readonly userContent: Content | null;
    readonly contextWindow: number;
    readonly summary: string;
  };
  readonly output: {
    readonly utf8Lossy: string;
    readonly lastText: string;
    readonly maxOutputTokens: number;
    readonly maxWords: number;
    readonly summarizerBudget: number;
    readonly contents: readonly Content[];
  };
}
const { vectors } = JSON.parse(
  readFileSync('lib/engine/tokens/fixtures/estimates.json', 'utf8'),
) as {
  readonly vectors: readonly Vector[];
};
const of = (fn: string): readonly (readonly [string, Vector])[] =>
  vectors
    .filter((one) => one.fn === fn)
    .map((one) => [`${one.id} ${one.note ?? one.input.contextWindow}`, one] as const);

const settings = (given: object = {}) => contextGuardThreshold.settings.parse(given);
const prompt = contextGuardThreshold.summariser;
const { texts, replacing } = prompt ?? {};
if (!prompt || !texts || !replacing) throw new Error('ContextGuard declares its prompt');

const textsOf = (contents: readonly (Content | null)[]) =>
  contents.flatMap((content) =>
    (content?.parts ?? []).flatMap((part) =>
      part?.text === undefined ? [] : [{ role: content?.role ?? 'unknown', text: part.text }],
    ),
  );

describe('the reference’s texts', () => {
  it.each(of('buildFallbackSummary'))('%s', (_, { input, output }) => {
    const text = replacing.fallback(input.previousSummary, textsOf(input.contents));
    expect(text).toBe(output.utf8Lossy);
  });

  it.each(of('injectContinuation'))('%s', (_, { input, output }) => {
    const [first] = textsOf([input.userContent]).filter(({ text }) => text !== '');
    expect(replacing.continuation(settings(), first?.text ?? '')).toBe(output.lastText);
  });

  it.each(of('replaceSummary'))('%s', (_, { input, output }) => {
    const [before, after] = replacing.wrapper(settings());
    expect(`${before}${input.summary}${after}`).toBe(output.contents[0]?.parts?.[0]?.text);
  });

  it.each(of('computeBuffer').filter(([, { input }]) => input.contextWindow >= 0))(
    '%s: budget, cap and words',
    (_, { input, output }) => {
      const given = settings({ window: input.contextWindow });
      expect(prompt.budget(given)).toBe(output.summarizerBudget);
      expect(prompt.cap(given)).toBe(output.maxOutputTokens);
      expect(texts.limit(given)).toEqual({
        words: output.maxWords,
        line: `\n\nKeep the summary under ${output.maxWords} words.`,
      });
    },
  );
});

describe('an entry as a line', () => {
  it('writes a text whole, of a call and of a result the name', () => {
    expect(texts.line('user', 'text', 'Revisa los pods')).toBe('user: Revisa los pods\n');
    expect(texts.line('model', 'call', 'kubectl_get_pods')).toBe(
      'model: [called tool: kubectl_get_pods]\n',
    );
    expect(texts.line('user', 'response', 'kubectl_get_pods')).toBe(
      'user: [tool kubectl_get_pods returned a result]\n',
    );
  });

  it('takes the bytes worked out by hand', () => {
    // "model: [called tool: " 21, "]\n" 2; "user: [tool " 12, " returned a result]\n" 20; "user: " 6, "\n" 1.
    expect(utf8Length(texts.line('model', 'call', ''))).toBe(23);
    expect(utf8Length(texts.line('user', 'response', ''))).toBe(32);
    expect(utf8Length(texts.line('user', 'text', ''))).toBe(7);
  });

  it('lists tasks, and says nothing of an empty list', () => {
    expect(texts.todos([])).toBe('');
    const text = texts.todos([
      { status: 'completed', content: 'Read the log' },
      { status: 'pending', content: 'Fix it' },
    ]);
    expect(text).toContain(
      '\n[Current todo list]\n- [completed] Read the log\n- [pending] Fix it\n',
    );
    expect(text).toContain('"## Todo List"');
  });
});

describe('sizes that replays use', () => {
  it('are those of the texts', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary' }), (request, summary) => {
        const continuation = replacing.continuation(settings(), request) ?? '';
        expect(utf8Length(continuation)).toBe(continuationBytes(utf8Length(request)));
        const [before, after] = replacing.wrapper(settings());
        expect(utf8Length(before) + utf8Length(after)).toBe(80);
        const [early, late] = replacing.wrapper(settings({ wrapper: 'em-dash' }));
        expect(utf8Length(early) + utf8Length(late)).toBe(82);
        const joined = replacing.fallback(summary, []);
        expect(utf8Length(joined)).toBe(fallbackBytes(utf8Length(summary), 0));
      }),
    );
  });
});
