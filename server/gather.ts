/**
 * Gathers what comes up during one turn of the event loop, and has `work` do all of it at once when
 * the turn ends. Sockets written one after another cost half of what each costs in its own time:
 * see bench/tried.md.
 */
export function gather<Item>(work: (items: Item[]) => void): (item: Item) => void {
  let items: Item[] = [];
  const workOff = () => {
    const gathered = items;
    items = [];
    work(gathered);
  };
  return (item) => {
    if (items.push(item) === 1) setImmediate(workOff);
  };
}
