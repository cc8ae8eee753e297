import { describe, expect, it } from 'vitest';
import { isNeutralFor, neutralName } from './neutral-name';

describe('neutralName', () => {
  it.each([
    ['secret-project.jsonl', 'trace 3.jsonl'],
    ['Acme/merger/2026.JSON', 'trace 3.json'],
    ['secret.tar.gz', 'trace 3.tar.gz'],
    ['json', 'trace 3'],
    ['layoffs.acme', 'trace 3'],
    ['acme.json.layoffs', 'trace 3'],
    ['', 'trace 3'],
  ])('of %s says only its kind', (file, name) => {
    expect(neutralName(file, 3)).toBe(name);
    expect(isNeutralFor(file, name)).toBe(true);
  });

  it('differs from names of other kinds', () => {
    expect(isNeutralFor('a.jsonl', 'trace 3.json')).toBe(false);
    expect(isNeutralFor('a.jsonl', 'a.jsonl')).toBe(false);
  });
});
