import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ask } from '@/lib/answers/model/ask';
import type { Block } from '@/lib/answers/model/block';
import { answerMarkup } from '@/lib/answers/print/html';
import { questions } from '@/lib/answers/registry';
import { importText, replaySession, subjectOf } from '@/lib/core/index';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { AnswerView } from './answer-view';

/** The text of markup as a reader meets it: a space between blocks, none within a line. */
const textOf = (markup: string): string =>
  markup
    .replace(/<\/?(span|code|bdi)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const sample = (name: string) => {
  const trace = successOf(importText(readFileSync(`public/samples/${name}.json`, 'utf8'), name));
  const [session] = trace.sessions;
  if (session === undefined) throw new Error(name);
  return { ...subjectOf(session, successOf(replaySession(session))), other: 'none' as const };
};

const drawn = (blocks: readonly Block[]): string =>
  textOf(renderToStaticMarkup(<AnswerView blocks={blocks} name="x" level={3} />));

describe('what a page draws of an answer', () => {
  it.each(['production-incident', 'timing-gap', 'cjk-emoji', 'images-documents'])(
    'is every word of the report’s printer, of %s',
    (name) => {
      const subject = sample(name);
      // Summaries need texts, which no sample is read with here.
      for (const question of questions.filter(({ needs }) => needs?.includes('texts') !== true)) {
        const { blocks } = ask(question, subject, question.input.parse({}));
        expect(blocks.length).toBeGreaterThan(0);
        expect(drawn(blocks)).toBe(textOf(answerMarkup(blocks, { level: 3, name: 'x' }).markup));
      }
    },
  );

  it('leads to a step where the page has a link for it', () => {
    const blocks: readonly Block[] = [
      { kind: 'sentence', words: ['It grew.'], proof: { kind: 'step', step: 7 } },
    ];
    const links = { stepLink: (step: number) => <a href={`#${step}`}>{step}</a> };
    expect(renderToStaticMarkup(<AnswerView blocks={blocks} name="x" links={links} />)).toContain(
      '(step <a href="#7">7</a>)',
    );
  });
});
