/**
 * What a policy's summariser is asked, as far as its source or its recordings show it. Declared by the
 * policy; pages, command line and API read the declaration.
 */

/** Parts of an entry, by what a prompt takes of them. */
export type PromptPart = 'text' | 'thought' | 'call' | 'response' | 'inline' | 'other';

/**
 * The share of a part that the summariser reads: all of it, the name of its tool, at most so many
 * characters, or nothing.
 */
export type ReadShare = 'whole' | 'name' | 'nothing' | number;

/** Parts that are written as a line of the prompt. */
export type RenderedPart = 'text' | 'call' | 'response';

/** The texts around a conversation that is given as one transcript, to the byte. */
export interface PromptTexts<S> {
  /** UTF-8 bytes of the instruction, the limit's line left out. */
  instructionBytes(settings: S): number;
  /** The line behind the instruction that limits the answer, and its number of words. */
  limit(settings: S): { readonly words: number; readonly line: string };
  /** Begins the prompt. */
  readonly open: string;
  /** Stand around the summary of the compaction before, where there is one. */
  readonly previous: readonly [before: string, after: string];
  /** Stand around the transcript. */
  readonly transcript: readonly [before: string, after: string];
  /** One part of an entry as a line; `content` is a text, or the name of a tool. */
  readonly line: (role: string, part: RenderedPart, content: string) => string;
  /** The section with the agent's task list; empty for an empty list. */
  readonly todos: (list: readonly Todo[]) => string;
}

/** A task of the agent's list. */
export interface Todo {
  readonly status: string;
  readonly content: string;
}

/** Texts that a policy puts into the request in place of the entries, to the byte. */
export interface ReplacingTexts<S> {
  /** Stand around the summary. */
  wrapper(settings: S): readonly [before: string, after: string];
  /** Follows the summary in the request that compacted; null: nothing. `request` is the user's. */
  continuation(settings: S, request: string): string | null;
  /** The summary of a failed call: of the one before, and of the texts as `role: text`. */
  fallback(previous: string, texts: readonly RoleText[]): string;
}

/** A text and who said it. */
export interface RoleText {
  readonly role: string;
  readonly text: string;
}

/** What a policy's summariser is asked. */
export interface SummariserPrompt<S = unknown> {
  /** Source of this declaration, in words. */
  readonly source: string;
  /** Sections that the summary must have, as the prompt names them; empty where it names none. */
  readonly sections: readonly string[];
  readonly gives: Readonly<Record<PromptPart, ReadShare>>;
  /** The oldest contents are left out above so many tokens; null: never. */
  budget(settings: S): number | null;
  /** That rule in words, for a row: "Cut at 80 % of the window". */
  readonly cut?: string;
  /** Most tokens of the answer; null without a cap of the policy's own. */
  cap(settings: S): number | null;
  /** Left out where only the provider or the vendor knows them. */
  readonly texts?: PromptTexts<S>;
  readonly replacing?: ReplacingTexts<S>;
}

/** Everything as it is in the request. */
export const givenWhole: SummariserPrompt['gives'] = {
  text: 'whole',
  thought: 'whole',
  call: 'whole',
  response: 'whole',
  inline: 'whole',
  other: 'whole',
};

/** Texts alone. */
export const givenTexts: SummariserPrompt['gives'] = {
  text: 'whole',
  thought: 'nothing',
  call: 'nothing',
  response: 'nothing',
  inline: 'nothing',
  other: 'nothing',
};

/** The sections of Claude Code's summaries, which other agents' prompts name too. */
export const claudeCodeSections: readonly string[] = [
  'Primary Request and Intent',
  'Key Technical Concepts',
  'Files and Code Sections',
  'Errors and fixes',
  'Problem Solving',
  'All user messages',
  'Pending Tasks',
  'Current Work',
  'Optional Next Step',
];

/** A prompt that is given everything as it is, names no sections and has no bounds of its own, but for what is named. */
export const promptOf = <S>(
  named: Pick<SummariserPrompt<S>, 'source'> & Partial<SummariserPrompt<S>>,
): SummariserPrompt<S> => ({
  sections: [],
  gives: givenWhole,
  budget: () => null,
  cap: () => null,
  ...named,
});
