/** Headings of the palette, in their order where nothing is asked. */
export const sectionNames = [
  'Asked',
  'Recent',
  'Actions',
  'View',
  'Policies',
  'Settings',
  'Pages',
  'Sessions',
  'Corpora',
  'Kept sweeps',
  'Theme',
  'On this page',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** Something that the palette offers: a place to go to, or something to do. */
export interface Entry {
  /** Unique among the entries, and the same whenever it is offered. */
  readonly id: string;
  readonly section: SectionName;
  readonly title: string;
  /** The title is text of a recording. */
  readonly isForeign?: boolean;
  /** Stands small after the title: what it is now, or what it belongs to; text of a recording too. */
  readonly hint?: string;
  /** Further words that find it. */
  readonly words?: string;
  /** Keys that do the same, as printed on a keyboard. */
  readonly keys?: readonly string[];
  /** It is offered before anything is typed. */
  readonly isLikely?: boolean;
  /** It answers to what is typed as a whole, whose words need not be in it. */
  readonly isAnswer?: boolean;
  /** Its address; without one it is run. */
  readonly href?: string;
  /** What is typed for the user, who goes on from there; the palette stays open. */
  readonly fills?: string;
  readonly run?: () => void;
}

/** What is offered for what was typed. */
export type Offer = (asked: string) => readonly Entry[];
