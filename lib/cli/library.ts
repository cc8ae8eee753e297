import { UsageError } from './exit-code';

/**
 * What opens the library at DATABASE_URL, loaded when it is asked for. The package has no database: its
 * builder sets the variable, and leaves these modules out.
 */
const modules =
  process.env['HIGHWATER_PACKAGE'] === 'yes'
    ? null
    : {
        exporting: () => import('@/lib/server/archive/export-library'),
        importing: () => import('@/lib/server/archive/import-library'),
        profiles: () => import('@/lib/server/http/sessions/library-profiles'),
        texts: () => import('@/lib/server/http/sessions/texts/library-texts'),
      };

/** The modules that open a library. @throws UsageError in the package. */
export function libraryModules(): NonNullable<typeof modules> {
  if (modules !== null) return modules;
  throw new UsageError(
    'The package "highwater" reads files and opens no library: run this in a checkout of Highwater, as npm run -s highwater -- … .',
  );
}
