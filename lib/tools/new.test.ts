import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inProject } from '@/lib/server/project.mjs';
import { inserted, planNew } from './new';

describe('npm run new', () => {
  it.each(['policy', 'importer', 'detector', 'question', 'tab'])(
    'plans a %s: its files, its test, and a line in each registry that is there',
    (kind) => {
      const { files, insertions } = planNew(kind, 'my-agent');
      expect(Object.keys(files).every((file) => file.includes('my-agent'))).toBe(true);
      expect(Object.keys(files).filter((file) => /\.test\.tsx?$/.test(file))).toHaveLength(1);
      const texts = Object.values(files).join('');
      expect(texts).not.toMatch(
        /fraction-tail|fractionTail|largest-requests|largestRequests|stranger/i,
      );
      expect(texts).toMatch(/[mM]yAgent|my-agent/);
      expect(insertions).not.toHaveLength(0);
      for (const insertion of insertions) {
        const text = readFileSync(inProject(insertion.file), 'utf8');
        expect(inserted(text, insertion).length).toBeGreaterThan(text.length);
      }
    },
  );

  it('refuses what is no name, no kind, or is there', () => {
    expect(() => planNew('policy', 'My Agent')).toThrow('small letters');
    expect(() => planNew('planet', 'mars')).toThrow('policy|importer|detector|question|tab');
    expect(() => planNew('policy', 'pi')).toThrow('lib/policies/pi/policy.ts is there');
  });
});

describe('a line', () => {
  const list = ["export { a } from './a';", "export { c } from './c';", ''].join('\n');

  it('goes among its like, sorted', () => {
    const put = (name: string) =>
      inserted(list, { file: '', line: `export { ${name} } from './${name}';` });
    expect(put('b')).toBe(list.replace('export { c', "export { b } from './b';\nexport { c"));
    expect(put('d')).toBe(list.replace("'./c';", "'./c';\nexport { d } from './d';"));
  });

  it('or behind the one that is named, which may go on', () => {
    const behind = 'const all = [';
    expect(inserted('const all = [\n  a,\n];', { file: '', line: '  b,', behind })).toBe(
      'const all = [\n  b,\n  a,\n];',
    );
    expect(inserted('const all = [a];', { file: '', line: '  b,', behind })).toBe(
      'const all = [\n  b,a];',
    );
    expect(() => inserted('', { file: '', line: 'x', behind })).toThrow('There is no line');
    const last = { file: '', line: '  b,', behind, last: true } as const;
    expect(inserted('const all = [\n  a,\n];', last)).toBe('const all = [\n  a,\n  b,\n];');
  });
});
