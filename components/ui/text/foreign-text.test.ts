import { isValidElement, type ReactElement, type ReactNode } from 'react';
import { expect, it } from 'vitest';
import { ForeignText } from './foreign-text';

type Parent = ReactElement<{ readonly children?: ReactNode }>;

/** Text of an element, each box in brackets. */
function shown(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(shown).join('');
  if (typeof node === 'string') return node;
  if (!isValidElement(node)) return '';
  const { type, props } = node as Parent;
  return type === 'span' ? `[${shown(props.children)}]` : shown(props.children);
}

it('leaves plain text as it is', () => {
  expect(ForeignText({ text: 'session 1.jsonl <b>' })).toBe('session 1.jsonl <b>');
});

it('isolates text from right to left', () => {
  const element = ForeignText({ text: 'שלום 143' }) as Parent;
  expect(element.type).toBe('bdi');
  expect(shown(element)).toBe('שלום 143');
});

it('shows a control in a box and sends none to the browser', () => {
  const element = ForeignText({ text: 'invoice\u202efdp.exe' }) as Parent;
  expect(element.type).toBe('bdi');
  expect(shown(element)).toBe('invoice[U+202E]fdp.exe');
});
