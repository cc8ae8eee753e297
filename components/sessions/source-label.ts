const labels: Readonly<Record<string, string>> = {
  'adk-database': 'Google ADK',
  'adk-session': 'Google ADK',
  canonical: 'Highwater',
  'claude-code': 'Claude Code',
  scenario: 'Generated',
};

/** The format a session came in, in words; the importer's id where it has no other name. */
export const sourceLabel = (format: string): string => labels[format] ?? format;
