/**
 * Finds keys, tokens and e-mail addresses in text: keys and tokens by secretlint's recommended rules
 * (https://github.com/secretlint/secretlint), addresses by their form, because it has no rule.
 */
import { mayHoldSecret } from './secret-signs';

/** A secret in a text: the half-open range of its characters, and the matching rule. */
interface FoundSecret {
  readonly from: number;
  readonly to: number;
  /** Id of the rule: "github", "private-key", "email". */
  readonly rule: string;
}

const RULE_PREFIX = '@secretlint/secretlint-rule-';

/** secretlint's comment that switches rules off; a trace must not hide secrets with it. */
const COMMENTS = `${RULE_PREFIX}filter-comments`;

/** Loads the rules on first use: it takes tenths of a second. */
async function loadRules() {
  const [{ lintSource }, { secretLintProfiler }, { rules }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/profiler'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  // The profiler would record every phase of every call and never free the records.
  secretLintProfiler.mark = () => undefined;
  const chosen = rules.filter(({ meta }) => meta.id !== COMMENTS);
  return { lintSource, config: { rules: chosen.map((rule) => ({ id: rule.meta.id, rule })) } };
}
let loaded: ReturnType<typeof loadRules> | undefined;

/** An e-mail address; linear time, because every part has a bounded length. */
const ADDRESS =
  /(?<![\w.+-])[A-Za-z0-9][\w.+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.[A-Za-z]{2,24}(?![\w-])/g;

/** Addresses of no person: examples (RFC 2606), automatic senders. */
const NOBODY = /@(?:[\w-]+\.)*example\.(?:com|org|net)$|\.(?:example|invalid|test)$|^git@|noreply/i;

/** The secrets of a text in order; overlapping ones are merged under the first one's rule. */
export async function findSecrets(text: string): Promise<readonly FoundSecret[]> {
  return mayHoldSecret(text) ? searchSecrets(text) : [];
}

/** {@link findSecrets} without the check for signs. */
export async function searchSecrets(text: string): Promise<readonly FoundSecret[]> {
  const found = [...(await keysIn(text)), ...addressesIn(text)];
  found.sort((a, b) => a.from - b.from || b.to - a.to);
  const apart: FoundSecret[] = [];
  for (const secret of found) {
    const last = apart.at(-1);
    if (last === undefined || secret.from >= last.to) apart.push(secret);
    else if (secret.to > last.to) apart[apart.length - 1] = { ...last, to: secret.to };
  }
  return apart;
}

async function keysIn(text: string): Promise<readonly FoundSecret[]> {
  const source = {
    filePath: '/text.txt',
    content: text,
    ext: '.txt',
    contentType: 'text' as const,
  };
  const { lintSource, config } = await (loaded ??= loadRules());
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
  return messages.map(({ range: [from, to], ruleId }) => ({
    from,
    to,
    rule: ruleId.replace(RULE_PREFIX, ''),
  }));
}

function addressesIn(text: string): readonly FoundSecret[] {
  // Most texts have no such sign, and a search is faster than the expression.
  if (!text.includes('@')) return [];
  return [...text.matchAll(ADDRESS)]
    .filter(([address]) => !NOBODY.test(address))
    .map(({ 0: address, index }) => ({ from: index, to: index + address.length, rule: 'email' }));
}
