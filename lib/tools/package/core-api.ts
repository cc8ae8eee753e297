/**
 * `npx tsx lib/tools/package/core-api.ts`: what `highwater/core` exports, with signatures and docstrings, into `lib/core/API.md`.
 * A change of that text is a change of the interface: its line in CHANGELOG.md says whether callers must change.
 */
import { writeFileSync } from 'node:fs';
import ts from 'typescript';
import { inProject } from '@/lib/server/project.mjs';

/** Where the text is kept; a test compares it. */
export const CORE_API = inProject('lib/core/API.md');

const HEAD = `# highwater/core

The exports, printed from their docstrings by \`npx tsx lib/tools/package/core-api.ts\`; a test holds this text. Until 1.0.0 a
minor version may remove or change what stands here, and CHANGELOG.md names it; a patch never does. The
example in the project's README.md is run from the installed package.
`;

/** The public interface of `highwater/core` as Markdown. @throws Error where its entry cannot be compiled */
export function coreApi(): string {
  const config = inProject('lib/tools/package/tsconfig.json');
  const { config: json } = ts.readConfigFile(config, (file) => ts.sys.readFile(file)) as {
    config: unknown;
  };
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    json,
    ts.sys,
    inProject('lib/tools/package'),
  );
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const [entry] = fileNames.map((file) => program.getSourceFile(file));
  const symbol = entry && checker.getSymbolAtLocation(entry);
  if (symbol === undefined) throw new Error('lib/core/index.ts cannot be compiled.');
  const exported = checker.getExportsOfModule(symbol).map((one) => sectionOf(one, checker));
  return `${HEAD}\n${exported.join('\n')}`;
}

function sectionOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const [declared] = meant.declarations ?? [];
  if (declared === undefined) throw new Error(`${symbol.name} is declared nowhere.`);
  const about = ts.displayPartsToString(meant.getDocumentationComment(checker));
  const tags = meant
    .getJsDocTags(checker)
    .map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`);
  const said = [about, ...tags].filter((text) => text !== '').join('\n');
  const code = signatureOf(meant, declared, checker).replace(/import\("[^"]*"\)\./g, '');
  return [`## ${symbol.name}`, said, `\`\`\`ts\n${code}\n\`\`\``, '']
    .filter((part, i) => part !== '' || i === 3)
    .join('\n\n');
}

/** A type as it is written; a value by its type, a class by its public members. */
function signatureOf(symbol: ts.Symbol, declared: ts.Declaration, checker: ts.TypeChecker): string {
  if (ts.isInterfaceDeclaration(declared) || ts.isTypeAliasDeclaration(declared)) {
    return declared.getText();
  }
  const shown = (one: ts.Symbol): string =>
    `${one.name}: ${checker.typeToString(
      checker.getTypeOfSymbol(one),
      declared,
      ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
    )}`;
  if (!ts.isClassDeclaration(declared)) return `${shown(symbol)};`;
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
  const open = members.filter(({ name }) => !/^(__)?#/.test(name));
  return `class ${symbol.name} {\n${open.map((one) => `  ${shown(one)};`).join('\n')}\n}`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(CORE_API, coreApi());
