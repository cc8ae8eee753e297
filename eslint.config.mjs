import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The units that must be synchronous and deterministic (DESIGN §3: base … report). */
const core = [
  'base',
  'session',
  'tokens',
  'policies',
  'replay',
  'analysis',
  'importers',
  'scenarios',
  'report',
  'core',
].map((unit) => `lib/${unit}/**/*.ts`);

const defaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name.',
};

/** Names of Node and the DOM that the core must not know. */
const hostGlobals = [
  'console',
  'process',
  'Buffer',
  'TextEncoder',
  'TextDecoder',
  'performance',
  'crypto',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'window',
  'document',
  'navigator',
  'globalThis',
].map((name) => ({ name, message: 'The core has no clock, host or input and output.' }));

const clockAndLocale = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'The core has no clock: take the time from the recording.',
  },
  {
    selector: "CallExpression[callee.name='Date']",
    message: 'The core has no clock: take the time from the recording.',
  },
  {
    selector:
      ":matches(NewExpression, CallExpression)[callee.object.name='Intl'][arguments.length=0]",
    message: 'The core has no default locale: name one.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^toLocale/][arguments.length=0]',
    message: 'The core has no default locale: name one.',
  },
  {
    selector: "CallExpression[callee.property.name='localeCompare'][arguments.length<2]",
    message: 'The core has no default locale: compare code units or name one.',
  },
];

export default tseslint.config(
  {
    ignores: [
      '.next/**',
      'data/**',
      'dist/**',
      'node_modules/**',
      'lib/server/db/generated*/**',
      'next-env.d.ts',
      'playwright-report/**',
      'test-results/**',
    ],
  },
  // Nothing is silenced.
  { linterOptions: { noInlineConfig: true } },
  ...tseslint.configs.recommendedTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      eqeqeq: ['error', 'always'],
      // Files part where ideas part, not below a count: this only stops what nobody would read.
      'max-lines': ['error', 400],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true },
      ],
      'no-console': 'off',
      'no-restricted-syntax': ['error', defaultExport],
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/dot-notation': 'off',
      // Inner loops read typed arrays at indices they know: `as number` and `!` are both in order.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['app/**/*.tsx', 'components/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
    },
  },
  {
    files: core,
    ignores: ['**/*.test.ts', '**/*.{long,traces}.ts'],
    rules: {
      'no-restricted-globals': ['error', ...hostGlobals],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The core has no clock.' },
        {
          object: 'Math',
          property: 'random',
          message: 'Use the seeded generator of lib/engine/base.',
        },
      ],
      'no-restricted-syntax': ['error', defaultExport, ...clockAndLocale],
    },
  },
  {
    files: ['**/*.test.{ts,tsx}', '**/*.{long,traces}.ts', 'e2e/**/*.ts'],
    rules: {
      'max-lines': ['error', 600],
      'no-restricted-properties': [
        'error',
        ...['it', 'test', 'describe'].flatMap((object) =>
          ['skip', 'only', 'todo'].map((property) => ({ object, property })),
        ),
      ],
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Next, Vitest and Playwright take their pages and settings as default exports.
    files: ['app/**/*.tsx', '*.config.{ts,mjs,js}', '.dependency-cruiser.mjs', 'e2e/support/*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
  },
);
