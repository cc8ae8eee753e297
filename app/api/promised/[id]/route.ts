export { deletePromised as DELETE } from '@/lib/server/http/runs/promised';

export const dynamic = 'force-dynamic';
