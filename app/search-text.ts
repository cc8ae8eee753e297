/** A page's query, from Next. */
export interface Searched {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** The query as text, without repeated names. */
export async function searchText({ searchParams }: Searched): Promise<string> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(await searchParams)) {
    if (typeof value === 'string') search.set(name, value);
  }
  return search.toString();
}
