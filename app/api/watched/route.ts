import { getWatched, postWatched } from '@/lib/api/server/watched';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getWatched;
export const POST = postWatched;
