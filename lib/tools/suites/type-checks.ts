import { inProject } from '@/lib/server/project.mjs';

/** Arguments of the compiler per program. */
const PROGRAMS = {
  types: ['--noEmit'],
  'types of the core': ['-p', 'tsconfig.core.json'],
} as const;

/**
 * The compiler's arguments for each program. It remembers what it found, and looks again where
 * something changed; `anew`: everywhere.
 */
export function typeChecks({ anew = false } = {}): readonly (readonly [string, string[]])[] {
  return Object.entries(PROGRAMS).map(([name, args]) => {
    const file = inProject('node_modules/.cache/highwater', `${name}.tsbuildinfo`);
    const memory = anew ? ['--incremental', 'false'] : ['--incremental', '--tsBuildInfoFile', file];
    return [name, [...args, ...memory]];
  });
}
