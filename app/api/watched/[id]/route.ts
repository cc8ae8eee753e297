import { deleteWatched, patchWatched } from '@/lib/api/server/watched';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const PATCH = patchWatched;
export const DELETE = deleteWatched;
