import type { ListedRequirement, RequirementStore } from "../server/store/store.ts";

/** Everything a store holds, newest first. */
export async function listRows(store: RequirementStore): Promise<ListedRequirement[]> {
  const rows: ListedRequirement[] = [];
  for await (const row of store.requirements.list({})) rows.push(row);
  return rows;
}
