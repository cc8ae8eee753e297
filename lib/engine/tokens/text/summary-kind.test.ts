import { describe, expect, it } from 'vitest';
import type { Part, RecordedCompaction, SummaryKind } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '../measure';
import { numbersOnly } from '../numbers-only';
import { decodeProfile, encodeProfile } from '../profile-codec';
import { summaryKind } from './summary-kind';

const kindOf = (...texts: readonly string[]): SummaryKind =>
  summaryKind({ summary: texts.map((text): Part => ({ kind: 'text', text })) });

const SUMMARY =
  'The user asked for a parser. Written: lib/parse.ts and its tests; open: errors of nested lists.';

const claude = (inside: string): string =>
  `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\n${inside}\n\nIf you need specific details from before compaction (like exact code), read the full transcript at: /a.jsonl\nContinue the conversation from where it left off without asking the user any further questions.`;

describe('a recorded summary', () => {
  it.each([SUMMARY, claude(SUMMARY), `<summary>${SUMMARY}</summary>`])('is a text: %s', (text) => {
    expect(kindOf(text)).toBe('text');
  });

  it.each(['', ' \n', claude(''), '<summary>\n</summary>', '[Previous conversation summary]\n'])(
    'is blank: %s',
    (text) => {
      expect(kindOf(text)).toBe('empty');
    },
  );

  it('is short below 20 tokens', () => {
    expect(kindOf('x'.repeat(79))).toBe('short');
    expect(kindOf('x'.repeat(80))).toBe('text');
    // 27 characters of three bytes each.
    expect(kindOf('要'.repeat(27))).toBe('text');
  });

  it.each([
    'API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}',
    'Error (code 500) while the summary was written, and nothing else is known of what was said',
    'Failed to generate a summary: the request was too large for the model that was asked to do so',
    'TypeError: cannot read properties of undefined, at the place where the summary was made of it',
    '{"type":"error","message":"something went wrong and this is what the provider had to say of it"}',
    'I’m sorry, I cannot help with a summary of this conversation, for it holds nothing to be told.',
    claude('Prompt is too long'),
  ])('is an error or a refusal: %s', (text) => {
    expect(kindOf(text)).toBe('error');
  });

  it.each([
    'Could you share the conversation that you want me to summarise? I have only this instruction.',
    'Which of the two files should I look at next, the parser or the printer that stands behind it?',
    claude('What would you like me to work on now?'),
  ])('is a question back: %s', (text) => {
    expect(kindOf(text)).toBe('question');
  });

  it.each([
    'Error handling was added to the parser; the tests of nested lists are still open, see lib/parse.ts.',
    `${SUMMARY} ${SUMMARY} ${SUMMARY} ${SUMMARY} ${SUMMARY} ${SUMMARY} ${SUMMARY} Which file next?`,
    'Requests of the user: a parser. The request handler failed in CI; fixed in commit 1234 and merged.',
  ])('is a text though it speaks of errors or ends with a question: %s', (text) => {
    expect(kindOf(text)).toBe('text');
  });

  it('is none without a part, and sealed where only the provider can read it', () => {
    expect(summaryKind({ summary: [] })).toBe('none');
    const sealed: Part = { kind: 'other', type: 'reasoning', value: { encryptedLength: 900 } };
    expect(summaryKind({ summary: [{ kind: 'text', text: SUMMARY }, sealed] })).toBe('sealed');
  });

  it('keeps its kind in numbers, in bytes, and says it only where sizes do not', () => {
    const session = (text: string) => {
      const drawn = textSession('u 400\n-- 5000\n== compact 400\nu 400\n-- 2000');
      const summary: readonly Part[] = [{ kind: 'text', text }];
      const compactions = drawn.compactions.map((one): RecordedCompaction => ({ ...one, summary }));
      return { ...drawn, compactions };
    };
    const kinds = ['', SUMMARY, 'x', 'API Error: 529', 'And now?'].map((text) => {
      const sized = numbersOnly(session(text));
      const profile = measureSession(sized);
      expect(decodeProfile(encodeProfile(profile)).head.compactions).toEqual(
        profile.head.compactions,
      );
      expect(numbersOnly(sized)).toEqual(sized);
      return [profile.head.compactions[0]?.reads, sized.compactions[0]?.reads];
    });
    expect(kinds).toEqual([
      ['empty', 'empty'],
      ['text', undefined],
      ['short', undefined],
      ['error', 'error'],
      ['question', 'question'],
    ]);
  });
});
