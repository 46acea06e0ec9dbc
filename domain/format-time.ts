/** "Wed, 25 Nov 2026, 14:30 CET" */
export function localTime(time: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(new Date(time));
}

/** Formats a time like "2026-11-25 14:30". Uses Swedish, because it writes dates like ISO 8601. */
export function formatMinute(time: string | number, timeZone: string): string {
  return new Date(time).toLocaleString("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
  });
}
