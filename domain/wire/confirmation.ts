/**
 * What a visitor keeps of a request that was stored. `reference` is null if the response had no row, or was
 * lost; `createdAt`, in ISO 8601, if the time is not known.
 */
export type Confirmation = { reference: string | null; createdAt: string | null };
