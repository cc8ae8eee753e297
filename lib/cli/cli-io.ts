/** What a command sees of the process. */
export interface CliIo {
  /** Machine-readable or tabular output. */
  readonly out: (text: string) => void;
  /** Messages for people. */
  readonly message: (text: string) => void;
  readonly stdin: () => Promise<string>;
  /** Turns a path as the user wrote it into one that can be opened. */
  readonly resolve: (path: string) => string;
}
