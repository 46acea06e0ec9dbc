import { DAY_MS, MINUTE_MS } from "../../domain/durations.ts";
import { describeError, reasonOf, type Log } from "../log.ts";
import type { RequestStore } from "../store/store.ts";
import type { OpenChannel } from "./channels.ts";

type Options = { store: RequestStore; channels: readonly OpenChannel[]; log: Log };

/** Failures are reported only after an hour. Retries sooner, so that a short outage is not reported. */
const RETRY_MS = 25 * MINUTE_MS;

/** Verifies logins at the start and once a day, so that a wrong password is found before a request needs it. */
export async function keepVerifying(options: Options): Promise<void> {
  const isVerified = await verifyChannels(options);
  setTimeout(() => void keepVerifying(options), isVerified ? DAY_MS : RETRY_MS).unref();
}

async function verifyChannels({ store: { outbox }, channels, log }: Options): Promise<boolean> {
  let isVerified = true;
  try {
    for (const { channel, verify } of channels) {
      if (!verify) continue;
      const reason = await verify().then(() => null, reasonOf);
      if (reason === null) {
        await outbox.recordLogin(channel);
      } else {
        isVerified = false;
        log.warn(
          { channel, reason },
          "mail login failed: check SMTP_URL; requests are still stored",
        );
        await outbox.recordFailure(channel, reason);
      }
    }
  } catch (error) {
    log.warn({ error: describeError(error) }, "channel verification failed");
    return false;
  }
  return isVerified;
}
