/** A command's output and paths. */
export interface CliIo {
  /** Machine-readable or tabular output. */
  readonly out: (text: string) => void;
  /** Messages for people. */
  readonly message: (text: string) => void;
  readonly stdin: () => Promise<string>;
  /** Resolves a path from the command line to one that can be opened. */
  readonly resolve: (path: string) => string;
}
