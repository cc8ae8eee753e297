// The programs of the package, bundled.
import { inProject } from '../../server/project.mjs';

/** Bundled CommonJS packages `require` Node's modules. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;

/**
 * The command line, with a file for what a command loads when it runs. @returns its sources
 * @param {string} outdir in the package where the sources of a checkout are, flat: they find the programs of the
 * server from there
 */
export const buildProgram = (outdir) =>
  bundle({
    entryPoints: { highwater: 'lib/cli/main.ts' },
    outdir,
    chunkNames: '[name]-[hash]',
    platform: 'node',
    target: 'node20',
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    external: ['libsql', 'pg-native', '@prisma/client/*'],
    define: { 'process.env.HIGHWATER_PACKAGE': '"yes"' },
    banner: { js: REQUIRE },
  });

/** The engine as one file that runs wherever ECMAScript does. @returns its sources */
export const buildEngine = () =>
  bundle({
    entryPoints: { index: 'lib/core/index.ts' },
    outdir: 'dist/core',
    platform: 'neutral',
    target: 'es2023',
    external: ['zod'],
  });

/** @param {import('esbuild').BuildOptions} options */
async function bundle(options) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: inProject(),
    bundle: true,
    format: 'esm',
    logLevel: 'warning',
    metafile: true,
    ...options,
  });
  return Object.keys(metafile?.inputs ?? {});
}
