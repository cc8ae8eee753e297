import {
  scenarioFamilies,
  scenarioCatalogue,
  type scenarioSources,
  type CatalogueScenario,
} from '@/lib/readers/scenarios/catalogue';

/** Filter of scenarios; '' means any. The names are those of the address. */
export interface ScenarioFilter {
  readonly q: string;
  readonly window: string;
  readonly family: string;
  readonly source: string;
  /** `limitation`: a known one; `differs`: document and vectors disagree. */
  readonly note: string;
}

const filterNames = ['q', 'window', 'family', 'source', 'note'] as const;

/** Every scenario. */
export const anyScenario: ScenarioFilter = { q: '', window: '', family: '', source: '', note: '' };

/** 8000 → "8k", 1000000 → "1M". */
export const windowName = (tokens: number): string =>
  tokens >= 1_000_000 ? `${tokens / 1_000_000}M` : `${tokens / 1_000}k`;

const windows = [...new Set(scenarioCatalogue.map(({ window }) => window))].sort((a, b) => a - b);

/** Names of the scenarios' sources. */
export const sourceNames = {
  stress: 'stress matrix',
  brutal: 'brutal matrix',
  unit: 'timing gap',
  singleshot: 'single shot',
  retry: 'retry rounds',
  giant: 'giant responses',
  extra: 'further vectors',
} as const satisfies Record<keyof typeof scenarioSources, string>;

/** Choices of each filter with their names. */
export const filterOptions: Readonly<
  Record<Exclude<keyof ScenarioFilter, 'q'>, readonly (readonly [string, string])[]>
> = {
  window: windows.map((window) => [windowName(window), windowName(window)]),
  family: scenarioFamilies.map((family) => [family, family]),
  source: Object.entries(sourceNames),
  note: [
    ['limitation', 'known limitation'],
    ['differs', 'document differs'],
  ],
};

/** Reads the filter's names; unknown values mean any. */
export function readFilter(parameters: URLSearchParams): ScenarioFilter {
  const known = (name: keyof typeof filterOptions): string => {
    const value = parameters.get(name) ?? '';
    return filterOptions[name].some(([id]) => id === value) ? value : '';
  };
  return {
    q: parameters.get('q') ?? '',
    window: known('window'),
    family: known('family'),
    source: known('source'),
    note: known('note'),
  };
}

/** Writes the filter's names; any is left out. */
export function writeFilter(filter: ScenarioFilter, parameters: URLSearchParams): void {
  for (const name of filterNames) {
    if (filter[name] !== '') parameters.set(name, filter[name]);
  }
}

const texts = new WeakMap<CatalogueScenario, string>();

/** Searchable text of a scenario, in lower case. */
function textOf(scenario: CatalogueScenario): string {
  const before = texts.get(scenario);
  if (before !== undefined) return before;
  const { id, name, family, words, validates, usage, limitation, differs, session } = scenario;
  const calls = session.turns.flatMap(({ toolCalls }) => toolCalls.map((call) => call.name));
  const notes = differs.flatMap(({ document, vectors, reason }) => [document, vectors, reason]);
  const text = [
    id,
    name,
    family,
    words,
    `usage ${usage}`,
    validates?.words ?? '',
    limitation ?? '',
    ...notes,
  ]
    .concat([...new Set(calls)])
    .join('\n')
    .toLowerCase();
  texts.set(scenario, text);
  return text;
}

/** The scenarios that pass: every word of the search occurs in name, tools or notes. */
export function filterScenarios(
  scenarios: readonly CatalogueScenario[],
  { q, window, family, source, note }: ScenarioFilter,
): readonly CatalogueScenario[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return scenarios.filter(
    (scenario) =>
      (window === '' || windowName(scenario.window) === window) &&
      (family === '' || scenario.family === family) &&
      (source === '' || scenario.source === source) &&
      (note !== 'limitation' || scenario.limitation !== null) &&
      (note !== 'differs' || scenario.differs.length > 0) &&
      words.every((word) => textOf(scenario).includes(word)),
  );
}
