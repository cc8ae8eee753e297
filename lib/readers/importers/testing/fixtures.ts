import { importers } from '../registry';
import { fixtureNames, fixtureText } from './fixture-files';

/** A trace kept as a fixture of the importer that reads it. */
export interface TextFixture {
  /** Id of the importer. */
  readonly format: string;
  readonly file: string;
  readonly input: 'json' | 'jsonl';
  readonly text: string;
}

/**
 * Every text fixture; those of databases are SQL, those of archives are built from these
 * (archive-fixtures.ts).
 */
export const textFixtures: readonly TextFixture[] = importers
  .filter(({ inputs }) => inputs.some((input) => input === 'json' || input === 'jsonl'))
  .flatMap(({ id }) =>
    fixtureNames(id)
      .filter((file) => /\.jsonl?$/.test(file))
      .map((file) => ({
        format: id,
        file,
        input: file.endsWith('.jsonl') ? ('jsonl' as const) : ('json' as const),
        text: fixtureText(`${id}/${file}`),
      })),
  );
