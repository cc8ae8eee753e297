import { postReplay } from '@/lib/api/server/replay';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const POST = postReplay;
