import { describe, expect, it } from 'vitest';
import { nearTitles, type Titled } from './near-titles';

/** An element: its title, its children, and whether it is in view. */
interface Fake extends Titled {
  readonly title: string;
  readonly parentElement: Fake | null;
}

function tree(title: string, children: readonly Fake[] = []): Fake {
  const one: Fake = {
    title,
    parentElement: null,
    titled: () =>
      children.flatMap((child) => [...(child.title === '' ? [] : [child]), ...child.titled()]),
  };
  for (const child of children) Object.assign(child, { parentElement: one });
  return one;
}

describe('what is said of the place of the focus', () => {
  it('is the title of the focused element, and those inside', () => {
    const inner = tree('the whole name');
    const link = tree('a session', [inner]);
    tree('the page', [link, tree('another')]);
    expect(nearTitles(link)).toEqual(['a session', 'the whole name']);
  });

  it('is what stands nearest around it, each thing once', () => {
    const box = tree('');
    tree('', [tree('', [box, tree('100 of 200 tokens'), tree('100 of 200 tokens')]), tree('far')]);
    expect(nearTitles(box)).toEqual(['100 of 200 tokens']);
  });

  it('is nothing where nothing around has a title', () => {
    const box = tree('');
    tree('', [box]);
    expect(nearTitles(box)).toEqual([]);
  });
});
