/**
 * Nothing here grows old by itself: versions, parameters and generations are in the keys, and changes by others are
 * heard of.
 */
export const settled = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const;
