import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NameKind } from './name-kinds';
import { scanNames } from './scan-names';

function found(text: string): readonly (readonly [NameKind, string])[] {
  const out: [NameKind, string][] = [];
  scanNames(text, (of, from, to, kind) => out.push([kind, of.slice(from, to)]));
  return out;
}

const names = (text: string): readonly string[] => found(text).map(([, name]) => name);

describe('a text names', () => {
  it.each<readonly [string, NameKind, string]>([
    ['see lib/engine/tokens/measure.ts:42.', 'path', 'lib/engine/tokens/measure.ts'],
    ['open ./src/main.go, please', 'path', 'src/main.go'],
    ['/etc/hosts', 'path', '/etc/hosts'],
    ['cd ~/work', 'path', '~/work'],
    ['app/sessions/[id]/page.tsx', 'path', 'app/sessions/[id]/page.tsx'],
    ['[the page](app/about/page.tsx)', 'path', 'app/about/page.tsx'],
    ['C:\\work\\main.go', 'path', 'C:\\work\\main.go'],
    ['siehe docs/Übersicht/Größe.md.', 'path', 'docs/Übersicht/Größe.md'],
    ['см. проект/главный.go', 'path', 'проект/главный.go'],
    ['~/Αρχεία', 'path', '~/Αρχεία'],
    ['请看src/main.go文件', 'path', 'src/main.go'],
    ['(https://example.com/a?b=c#d).', 'url', 'https://example.com/a?b=c#d'],
    ['call readColumn()', 'identifier', 'readColumn'],
    ['MAX_PIXELS = 1', 'identifier', 'MAX_PIXELS'],
    ['os.path.join', 'identifier', 'os.path.join'],
    ['the pull-request-template', 'identifier', 'pull-request-template'],
    ['error ERR2041', 'identifier', 'ERR2041'],
    ['at 9ea266a today', 'hash', '9ea266a'],
    ['550e8400-e29b-41d4-a716-446655440000', 'hash', '550e8400-e29b-41d4-a716-446655440000'],
    ['it took 48213 ms', 'number', '48213'],
    ['said "no such table"', 'quoted', 'no such table'],
    ['run `npm test` now', 'quoted', 'npm test'],
  ])('in %j a %s: %s', (text, kind, name) => {
    expect(found(text)).toContainEqual([kind, name]);
  });

  it.each([
    'and/or read/write, I/O; 24/7 (e.g. this one) i.e. a well-known re-read',
    "it's 12 or 300, don't ask; 0-100 % “so what?”",
    'Привет, 会话 — naïve',
    'Größe/Länge, и/или, déjà-vu; 5×7÷2',
    '--- +++ ... /// "" `` :// http:// ~',
  ])('nothing in %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('each of its mentions, a quotation before what is inside', () => {
    expect(names('`lib/a.ts` and lib/a.ts, "lib/b.ts fails"')).toEqual([
      'lib/a.ts',
      'lib/a.ts',
      'lib/a.ts',
      'lib/b.ts fails',
      'lib/b.ts',
    ]);
  });

  it('none that is longer than a name', () => {
    const long = 'a1'.repeat(500);
    expect(found(`${long} /${long}/${long} "${long} x" http://${long}`)).toEqual([]);
  });
});

describe('the names of any text', () => {
  const text = fc.string({ unit: fc.constantFrom(...' \n/.-_:"\'`[]()\\@aZ19éя文') });

  it('are parts of it, without white space at their ends unless quoted', () => {
    fc.assert(
      fc.property(text, (given) => {
        scanNames(given, (of, from, to, kind) => {
          expect(of).toBe(given);
          expect(from >= 0 && to > from && to <= given.length).toBe(true);
          if (kind !== 'quoted') expect(given.slice(from, to)).not.toMatch(/[\s"'`]/);
        });
      }),
    );
  });

  it('stay when lines are added before and behind', () => {
    fc.assert(
      fc.property(text, text, text, (before, given, after) => {
        const all = names(`${before}\n${given}\n${after}`);
        const own = names(given);
        const parts = [...names(before), ...own, ...names(after)];
        expect(all).toEqual(parts);
      }),
    );
  });
});
