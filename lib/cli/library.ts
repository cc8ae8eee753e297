import path from 'node:path';
import { ROOT } from '@/lib/server/project.mjs';
import { IS_PACKAGE } from './call';
import { ownFolder } from './open/own-folder';

/** What opens the library at DATABASE_URL, loaded when it is asked for. */
const modules = {
  exporting: () => import('@/lib/server/archive/export-library'),
  importing: () => import('@/lib/server/archive/import-library'),
  profiles: () => import('@/lib/server/http/sessions/library-profiles'),
  texts: () => import('@/lib/server/http/sessions/texts/library-texts'),
};

/** The modules that open a library. They find its migrations, and a relative path, from the project's folder. */
export function libraryModules(): typeof modules {
  if (process.cwd() !== ROOT) process.chdir(ROOT);
  return modules;
}

/**
 * Names the library to this process and those that it starts: in `folder`, else at DATABASE_URL; else a
 * package has it in the platform's own folder, and a checkout in its own.
 */
export function setLibrary(folder?: string): void {
  const given = (process.env['DATABASE_URL'] ?? '') !== '';
  if (folder === undefined && (given || !IS_PACKAGE)) return;
  process.env['DATABASE_URL'] = `file:${path.join(folder ?? ownFolder(), 'highwater.db')}`;
}
