import type { RequestStore } from "../server/store/store.ts";
import {
  checkCrossOrigin,
  checkFiles,
  checkHeaders,
  checkOrigin,
  checkPrivacyNotice,
} from "./checks.ts";
import { ok, type Finding } from "./finding.ts";
import { openPage } from "./page.ts";
import { checkRequest } from "./request.ts";

/** Checks a deployed site as a visitor uses it, one finding after the other. */
export async function* probe(address: URL, store: RequestStore | null): AsyncGenerator<Finding> {
  const page = await openPage(address);
  if ("kind" in page) return yield page;
  yield ok(`${page.url.href} opens.`);
  yield checkOrigin(page);
  yield checkHeaders(page);
  yield await checkFiles(page);
  yield await checkPrivacyNotice(page);
  const isStored = yield* checkRequest(page.backend, store);
  // A browser may still be kept from sending what this program can.
  if (isStored && !page.isOwnServer) yield await checkCrossOrigin(page);
}
