import path from 'node:path';
import { run } from '../run';

/** What a command line printed and ended with. */
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

/** JSON that a command printed, of the shape the test expects. */
export const parsed = <T>(text: string): T => JSON.parse(text) as T;

/** What `simulate --json` prints. */
export interface Simulated {
  readonly scenarios: readonly {
    readonly sessions: readonly {
      readonly steps: readonly (readonly unknown[])[];
      readonly totals: Readonly<Record<string, number>>;
    }[];
  }[];
}

/** What `import --json` prints of a trace. */
export interface Imported {
  readonly file: string;
  readonly sessions: readonly {
    readonly usageTier: string;
    readonly recordedCompactions: readonly { readonly step: number }[];
    readonly steps: readonly {
      readonly entries: number;
      readonly heuristic: number;
      readonly real: number | null;
    }[];
  }[];
}
