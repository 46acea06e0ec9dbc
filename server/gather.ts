/** As long as work may be put off for what is still coming, in milliseconds. */
const LONGEST_WAIT = 50;

type Waiting = {
  /** Asked once a turn: whether what comes next should have its turn first. */
  isMoreComing: () => boolean;
  now: () => number;
};

/**
 * Gathers what comes up during one turn of the event loop, and has `work` do all of it at once when
 * the turn ends, or some turns later while more is coming. Sockets written one after another cost
 * half of what each costs in its own time: see bench/tried.md.
 */
export function gather<Item>(
  work: (items: Item[]) => void,
  { isMoreComing, now }: Waiting,
): (item: Item) => void {
  let items: Item[] = [];
  let since = 0;
  const workOff = () => {
    if (isMoreComing() && now() - since < LONGEST_WAIT) {
      setImmediate(workOff);
      return;
    }
    const gathered = items;
    items = [];
    work(gathered);
  };
  return (item) => {
    if (items.push(item) > 1) return;
    since = now();
    setImmediate(workOff);
  };
}
