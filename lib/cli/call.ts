/** How a command is called in examples; the package's builder sets the variable. */
export const CALL =
  process.env['HIGHWATER_PACKAGE'] === 'yes' ? 'highwater' : 'npm run -s highwater --';

/** The last lines of each command's help. */
export const exits = `
Exit codes: 0 clean · 1 a check failed · 2 wrong usage · 3 an input cannot be read.`;
