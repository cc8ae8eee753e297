import path from 'node:path';
import { run } from '../run';

/** Output and exit code of a command line. */
export interface Captured {
  readonly code: number;
  readonly out: string;
  readonly messages: string;
}

/** Runs a command line inside this process. */
export async function capture(args: readonly string[], stdin = ''): Promise<Captured> {
  let out = '';
  let messages = '';
  const code = await run(args, {
    out: (text) => (out += text),
    message: (text) => (messages += `${text}\n`),
    stdin: () => Promise.resolve(stdin),
    resolve: (file) => path.resolve(file),
  });
  return { code, out, messages };
}

/** A command's JSON output, typed as the test expects. */
export const parsed = <T>(text: string): T => JSON.parse(text) as T;

/** Output of `simulate --json`. */
export interface Simulated {
  readonly scenarios: readonly {
    readonly sessions: readonly {
      readonly steps: readonly (readonly unknown[])[];
      readonly totals: Readonly<Record<string, number>>;
    }[];
  }[];
}

/** Output of `import --json` for one trace. */
export interface Imported {
  readonly file: string;
  readonly sessions: readonly {
    readonly usage: string;
    readonly recordedCompactions: readonly { readonly step: number }[];
    readonly steps: readonly {
      readonly entries: number;
      readonly heuristic: number;
      readonly real: number | null;
    }[];
  }[];
}
