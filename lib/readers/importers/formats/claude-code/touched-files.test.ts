import { describe, expect, it } from 'vitest';
import { touchedFile } from './touched-files';

const read = (content: string, numLines: number, totalLines: number) => ({
  type: 'text',
  file: { filePath: '/a.go', content, numLines, startLine: 1, totalLines },
});

describe('the file that a result says its tool touched', () => {
  it.each([
    ['a read of all of it', read('one\ntwo', 2, 2), { bytes: 7, lines: 2, whole: true }],
    ['a read of a part', read('1234', 2, 10), { bytes: 20, lines: 10, whole: false }],
    ['a part without lines', read('', 0, 10), { bytes: 0, lines: 10, whole: false }],
    [
      'a new file',
      { type: 'create', filePath: '/a.go', content: 'é\n' },
      { bytes: 3, lines: 2, whole: true },
    ],
    [
      'an edit',
      { filePath: '/a.go', originalFile: 'a b a', oldString: 'a', newString: 'xyz\n' },
      { bytes: 5 + 3, lines: 2, whole: true },
    ],
    [
      'an edit of every place',
      {
        filePath: '/a.go',
        originalFile: 'a b a',
        oldString: 'a',
        newString: 'xyz',
        replaceAll: true,
      },
      { bytes: 5 + 4, lines: 1, whole: true },
    ],
  ])('%s', (_, result, file) => {
    expect(touchedFile(result)).toEqual({ file: '/a.go', ...file });
  });

  it('is a plan below the agent’s own folder', () => {
    const plan = { filePath: '/home/me/.claude/plans/calm-sloth.md', content: '1' };
    expect(touchedFile(plan)).toMatchObject({ plan: true });
    expect(touchedFile({ ...plan, filePath: '/plans/calm-sloth.md' })).not.toHaveProperty('plan');
  });

  it.each([
    ['a text', 'Error: no such file'],
    ['nothing', undefined],
    ['a command’s output', { stdout: 'a', stderr: '' }],
    ['instructions', { filePath: '/repo/CLAUDE.md', content: 'rules' }],
    ['an edit of a file it does not show', { filePath: '/a', oldString: 'a', newString: 'b' }],
    ['a picture', { type: 'image', file: { base64: 'aa', type: 'image/png' } }],
    [
      'a file of more lines than it can have',
      {
        file: { filePath: '/a', content: 'x'.repeat(5_000), numLines: 1, totalLines: 2 ** 31 - 1 },
      },
    ],
    [
      'an edit that would make 100 GB',
      {
        filePath: '/a',
        originalFile: 'a'.repeat(50_000),
        oldString: 'a',
        newString: 'b'.repeat(100_000),
        replaceAll: true,
      },
    ],
    ['numbers in place of texts', { filePath: 1, content: 2, file: { filePath: 3, content: 4 } }],
  ])('is none in %s', (_, result) => {
    expect(touchedFile(result)).toBeNull();
  });
});
