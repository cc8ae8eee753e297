import { queryOf, type Parameter } from '@/lib/engine/base/address';

/** A path and the query of a view. */
export function addressOf<View>(path: string, parameter: Parameter<View>, view: View): string {
  const params = new URLSearchParams();
  parameter.write(view, params);
  return `${path}${queryOf(params)}`;
}
