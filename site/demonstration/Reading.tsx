/** A value at the playhead, shown in place of its range. */
export function Reading({ value, range }: { value: string | undefined; range: string }) {
  return (
    <span className={value && "demonstration-value"}>{(value ?? range).replaceAll("-", "−")}</span>
  );
}
