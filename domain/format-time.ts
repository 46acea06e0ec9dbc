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

/** Returns a function that formats times in ISO 8601 with the time zone's offset: "2026-11-25T14:30:00.000+01:00". */
export function createOffsetFormat(timeZone: string): (time: string) => string {
  // Created once, because creating a format takes longer than formatting thousands of times.
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    fractionalSecondDigits: 3,
    timeZoneName: "longOffset",
  });
  return (time) => {
    const parts = format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]);
    const { year, month, day, hour, minute, second, fractionalSecond, timeZoneName } =
      Object.fromEntries(parts) as Record<string, string>;
    const offset = timeZoneName === "GMT" ? "+00:00" : timeZoneName?.replace("GMT", "");
    return `${year}-${month}-${day}T${hour}:${minute}:${second}.${fractionalSecond}${offset}`;
  };
}
