import type { ListedRequest, RequestStore } from "../server/store/store.ts";

/** Everything a store holds, newest first. */
export async function listRows(store: RequestStore): Promise<ListedRequest[]> {
  const rows: ListedRequest[] = [];
  for await (const row of store.requests.list({})) rows.push(row);
  return rows;
}
