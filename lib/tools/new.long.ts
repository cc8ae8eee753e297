/** The compiler over what `npm run new` writes: templates are texts, which nothing else checks. */
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { inProject } from '@/lib/server/project.mjs';
import { inserted, planNew } from './new';

/** What the compiler says of some files, which need not be on the disk. */
function faultsIn(written: ReadonlyMap<string, string>): readonly string[] {
  const config = ts.readConfigFile(inProject('tsconfig.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, inProject('.'));
  const host = ts.createCompilerHost(options);
  const text = (file: string): string | undefined => written.get(file) ?? ts.sys.readFile(file);
  const program = ts.createProgram(
    [...written.keys()].filter((file) => /\.tsx?$/.test(file)),
    { ...options, noEmit: true, incremental: false },
    {
      ...host,
      readFile: text,
      fileExists: (file) => written.has(file) || existsSync(file),
      directoryExists: (folder) =>
        existsSync(folder) || [...written.keys()].some((file) => file.startsWith(`${folder}/`)),
      getSourceFile(file, language) {
        const found = text(file);
        return found === undefined ? undefined : ts.createSourceFile(file, found, language);
      },
    },
  );
  return [...written.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    if (source === undefined) return [];
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });
}

it('npm run new writes what compiles, with its lines in the registries', () => {
  const written = new Map<string, string>();
  const read = (file: string): string => written.get(file) ?? readFileSync(file, 'utf8');
  for (const kind of ['policy', 'importer', 'detector', 'question', 'tab']) {
    const { files, insertions } = planNew(kind, `my-${kind}`);
    for (const [file, text] of Object.entries(files)) written.set(inProject(file), text);
    for (const one of insertions) {
      const file = inProject(one.file);
      written.set(file, inserted(read(file), one));
    }
  }
  expect(faultsIn(written)).toEqual([]);
}, 240_000);
