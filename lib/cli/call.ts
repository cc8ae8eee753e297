/** False in a checkout; the package's builder sets the variable. */
export const IS_PACKAGE = process.env['HIGHWATER_PACKAGE'] === 'yes';

/** How a command is called in examples. */
export const CALL = IS_PACKAGE ? 'highwater' : 'npm run -s highwater --';

/** The last lines of each command's help. */
export const exits = `
Exit codes: 0 clean · 1 a check failed · 2 wrong usage · 3 an input cannot be read.`;
