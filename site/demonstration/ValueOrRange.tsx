/** The value at the playhead; its range as long as the playhead was not moved. */
export function ValueOrRange({ value, range }: { value: string | undefined; range: string }) {
  return <span className={value && "label-value"}>{(value ?? range).replaceAll("-", "−")}</span>;
}
