import { describeError, reasonOf, type Log } from "../log.ts";
import type { RequestStore } from "../store/store.ts";
import type { OpenChannel } from "./channels.ts";

/**
 * Updates at the start which channels fail: forgets those that are not configured, and asks the mail server whether it
 * lets us in, so that a wrong password is noticed before the first request comes.
 */
export async function verifyChannels({
  store: { outbox },
  channels,
  log,
}: {
  store: RequestStore;
  channels: readonly OpenChannel[];
  log: Log;
}): Promise<void> {
  try {
    outbox.deleteUnconfiguredChannels();
    for (const { channel, verify } of channels) {
      if (!verify) continue;
      const reason = await verify().then(() => null, reasonOf);
      if (reason === null) {
        outbox.recordSuccess(channel);
      } else {
        log.warn(
          { channel, reason },
          "the server cannot log in to the mail server: check SMTP_URL; requests are stored all the same",
        );
        outbox.recordFailure(channel, reason);
      }
    }
  } catch (error) {
    log.warn({ error: describeError(error) }, "channels are not verified");
  }
}
