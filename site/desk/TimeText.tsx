const TIME = /(\d{4}-\d\d-\d\d \d\d:\d\d)/;

/** Shows a text that contains times as `formatMinute` writes them. */
export function TimeText({ text }: { text: string }) {
  // With a group in the pattern, every second part is a time.
  return text.split(TIME).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="time-text">
        {part}
      </span>
    ),
  );
}
