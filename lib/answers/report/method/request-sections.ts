/** Sections of /method on a request that no compaction has touched. */
import { LEAST_SHARE, LEAST_TOKENS } from '@/lib/analysis/explain/recording/unexplained-drops';
import { formatFactor, formatInteger, formatPercent } from '@/lib/engine/base/format';
import {
  ENOUGH_GROUPS,
  HIDDEN_SCALES,
  LEAST_HIDDEN,
  LEAST_JOINED,
} from '@/lib/engine/replay/projection/density';
import { LEAST_HEAD } from '@/lib/engine/replay/projection/sizing';
import { shippedDensities } from '@/lib/engine/tokens/density';
import { HALVED_BELOW, prefixPriors } from '@/lib/engine/tokens/prefix-prior';
import { numbers, words, type MethodSection } from './section';

/** The line between recorded and projected. */
const recorded: MethodSection = {
  id: 'recorded',
  title: 'Recorded, then projected',
  lead: 'A provider’s count is exact for the request it counted. From the first step whose request would have differed, nobody counted: real tokens are rebuilt from the recorded growth, drawn dashed and marked with ~ everywhere.',
  tables: [],
  assumptions: [
    {
      claim:
        'The growth between two recorded requests belongs to the entries added between them, shared by their heuristic.',
      evidence:
        'A replay that never diverges gives back every recorded number exactly; a test recomputes them from the sizes.',
      n: 'every session',
      fails: 'Inside one step: which of its entries cost more than the others is not known.',
    },
    {
      claim:
        'Shrinking requests lost something that a later compaction covers; thoughts that the source strips when a turn ends are counted apart.',
      evidence: 'The same test: the recorded numbers come out again.',
      n: 'every session',
      fails: `A request that shrinks by ${formatPercent(LEAST_SHARE)} and ${formatInteger(LEAST_TOKENS)} tokens or more without a recorded compaction or elision is named on the rail as a drop: the recording does not say what left.`,
    },
    {
      claim:
        'A change of the model starts a run of steps; its whole difference is one hidden item or elision.',
      evidence: 'The same text costs another number of tokens under another tokenizer.',
      n: 'by definition',
      fails: 'The entries of that one step are sized by density.',
    },
  ],
};

const density: MethodSection = {
  id: 'density',
  title: 'Density',
  lead: 'Real tokens for each heuristic token (bytes ÷ 4), a model each. It sizes what no recorded growth sizes: summaries, files that come back, entries between steps without usage.',
  tables: [
    {
      caption: 'Shipped densities, for sessions too short to learn their own',
      columns: [words('models'), numbers('density'), words('measured on')],
      rows: shippedDensities.map(({ models, value, evidence }) => [
        models,
        formatFactor(value),
        evidence,
      ]),
    },
  ],
  assumptions: [
    {
      claim: `From ${ENOUGH_GROUPS} steps that grew on, a session’s own: the median of their densities, each as heavy as its heuristic.`,
      evidence:
        'A few steps at which tools joined the prefix do not carry a median: on the incident sample the plain share of sums is 4.70, the median 1.79.',
      n: '139 ordinary steps of that sample',
      fails: 'A session that turns from prose to code, or to another script, in the middle.',
    },
    {
      claim:
        'Images are taken off what a step grew by at their models’ charges; steps with images whose charge is unknown teach nothing about text.',
      evidence: 'Bytes ÷ 4 of an image is 20 to 40 times its cost.',
      n: '8 recorded images',
      fails:
        'Sessions with images of unknown charge at nearly every step fall back to the shipped density.',
    },
  ],
};

const prefix: MethodSection = {
  id: 'prefix',
  title: 'Prefix, and an unknown head',
  lead: 'The prefix, system prompt and tool definitions, is what the first request holds beyond its visible entries. It survives every compaction.',
  tables: [
    {
      caption: 'Prefix expected of a whole session, in real tokens',
      columns: [words('agent'), numbers('expected'), words('measured on')],
      rows: prefixPriors.map(({ agent, tokens, evidence }) => [
        agent,
        formatInteger(tokens),
        evidence,
      ]),
    },
  ],
  assumptions: [
    {
      claim: `A first request more than ${formatInteger(LEAST_HEAD)} tokens above the expected prefix holds a conversation that the recording lacks: an unknown head, which a compaction covers.`,
      evidence:
        'First requests of 68k to 149k tokens with 9 to 123 visible tokens; taken as a prefix, they compacted at nearly every step.',
      n: '12 of 316 recordings',
      fails:
        'A whole session with 40,000 tokens of tools more than usual is taken for one that starts in the middle; one that starts in the middle with less is not noticed.',
    },
  ],
};

const hidden: MethodSection = {
  id: 'hidden',
  title: 'Hidden growth, and what survives',
  lead: 'Requests also grow by what the recording does not show: thinking, reminders, tools of a server that connects late.',
  tables: [],
  assumptions: [
    {
      claim: `Growth beyond density × heuristic is hidden from ${HIDDEN_SCALES} scales of the session’s ordinary residuals on, and from ${formatInteger(LEAST_HIDDEN)} tokens.`,
      evidence: 'A scale is 1.4826 × the median size of the residuals: that of the session itself.',
      n: 'each session’s own steps',
      fails: 'Smaller hidden items stay in the entries beside them.',
    },
    {
      claim: `Hidden growth of ${formatInteger(LEAST_JOINED)} tokens or more that the response before it does not explain, and that does not leave again in the same run, joined the prefix: it survives compactions.`,
      evidence:
        'On the incident sample four servers’ tools join; without the rule 98,752 tokens are projected where 168,133 would stand.',
      n: '1 session with known truth',
      fails: 'A large reminder that a compaction does remove looks the same.',
    },
    {
      claim: `In Claude Code half of such growth below ${formatInteger(HALVED_BELOW)} tokens survives, and nothing of a larger one that came with a message of the user: it was attached to it.`,
      evidence:
        'Of 11 jumps of 5,000 to 10,000 tokens about half was gone; of six of 12,839 to 15,145 tokens at most 8 % was left.',
      n: '11 jumps; 6 in one session',
      fails: 'Tools of a server that connects between two turns look the same.',
    },
    {
      claim: 'All other hidden growth leaves with a compaction: thinking, small reminders.',
      evidence: 'Agents write a new request from the summary; their old thinking is not in it.',
      n: 'not measured apart',
      fails: 'Reminders that the agent repeats after a compaction; part of what came back instead.',
    },
  ],
};

/** In the page's order. */
export const requestSections: readonly MethodSection[] = [recorded, density, prefix, hidden];
