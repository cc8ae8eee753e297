import { getEvents } from '@/lib/api/server/events';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getEvents;
