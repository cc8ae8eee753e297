/** Names of a rule's finds, singular and plural; the id is used for other rules. */
const names: Readonly<Record<string, readonly [one: string, several: string]>> = {
  email: ['e-mail address', 'e-mail addresses'],
  aws: ['AWS key', 'AWS keys'],
  gcp: ['Google Cloud key', 'Google Cloud keys'],
  privatekey: ['private key', 'private keys'],
  npm: ['npm token', 'npm tokens'],
  slack: ['Slack token', 'Slack tokens'],
  basicauth: ['password in an address', 'passwords in addresses'],
  openai: ['OpenAI key', 'OpenAI keys'],
  anthropic: ['Anthropic key', 'Anthropic keys'],
  linear: ['Linear key', 'Linear keys'],
  github: ['GitHub token', 'GitHub tokens'],
  sendgrid: ['SendGrid key', 'SendGrid keys'],
  shopify: ['Shopify key', 'Shopify keys'],
  '1password': ['1Password token', '1Password tokens'],
  'database-connection-string': ['database password', 'database passwords'],
};

/** Name of a rule's finds, singular or plural by `count`. */
export function secretName(rule: string, count: number): string {
  const name = names[rule];
  if (name) return name[count === 1 ? 0 : 1];
  return `${rule} secret${count === 1 ? '' : 's'}`;
}
