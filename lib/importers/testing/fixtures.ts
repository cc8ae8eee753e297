import { readdirSync, readFileSync } from 'node:fs';
import { importers } from '../registry';

/** A trace kept as a fixture of the importer that reads it. */
export interface TextFixture {
  /** Id of the importer. */
  readonly format: string;
  readonly file: string;
  readonly input: 'json' | 'jsonl';
  readonly text: string;
}

const root = new URL('../fixtures/', import.meta.url);

/** Every fixture that is text; those of databases are SQL, those of archives are made of these (archive-fixtures.ts). */
export const textFixtures: readonly TextFixture[] = importers
  .filter(({ inputs }) => inputs.some((input) => input === 'json' || input === 'jsonl'))
  .flatMap(({ id }) =>
    readdirSync(new URL(`${id}/`, root))
      .filter((file) => /\.jsonl?$/.test(file))
      .map((file) => ({
        format: id,
        file,
        input: file.endsWith('.jsonl') ? ('jsonl' as const) : ('json' as const),
        text: readFileSync(new URL(`${id}/${file}`, root), 'utf8'),
      })),
  );
