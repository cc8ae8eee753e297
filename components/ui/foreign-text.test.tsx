import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ForeignText } from './foreign-text';

const markup = (text: string): string => renderToStaticMarkup(<ForeignText text={text} />);

it('leaves plain text as it is', () => {
  expect(markup('session 1.jsonl <b>')).toBe('session 1.jsonl &lt;b&gt;');
});

it('isolates text from right to left', () => {
  expect(markup('שלום 143')).toBe('<bdi>שלום 143</bdi>');
});

it('shows a control in a box and sends none to the browser', () => {
  const shown = markup('invoice\u202efdp.exe');
  expect(shown).toMatch(
    /^<bdi>invoice<span data-bidi-control="true"[^>]*>U\+202E<\/span>fdp\.exe<\/bdi>$/,
  );
  expect(shown).not.toMatch(/[\u202a-\u202e]/);
});
