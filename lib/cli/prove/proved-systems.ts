/** The systems whose real programs a proof can run: each has a driver in `lib/conformance/<folder>/own-files.mjs`. */
export interface ProvedSystem {
  readonly folder: string;
  readonly package: string;
  readonly license: string;
  /** Texts of the user that the program itself writes into each session: it will write them again. */
  readonly writes?: RegExp;
  /** What the program's own shell puts around a result; the group `output` is what the command printed. */
  readonly wraps?: RegExp;
}

/** By the policy that models the system. */
export const provedSystems: Readonly<Record<string, ProvedSystem>> = {
  pi: { folder: 'pi', package: '@earendil-works/pi-coding-agent', license: 'MIT' },
};
