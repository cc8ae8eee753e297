export { patchNote as PATCH, removeNote as DELETE } from '@/lib/host/server/runs/notes';

export const dynamic = 'force-dynamic';
