/** One event of Chromium's trace, times in microseconds; `tdur` is the thread's own CPU time. */
export type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { data?: { url?: string; type?: string; message?: string } };
};

/** A page writes this when its trace starts: it identifies its thread among those of other pages. */
export const TRACE_MARK = "bench";

/** A task of the page's main thread and what ran inside it. */
export type Task = {
  /** CPU time in milliseconds, which other programs do not add to. */
  cpu: number;
  events: TraceEvent[];
};

/** Events with which the browser calls script. */
const SCRIPT = new Set(["FunctionCall", "EvaluateScript", "v8.evaluateModule", "v8.compileModule"]);

/** What a page's main thread did during a trace. */
export class Trace {
  readonly tasks: Task[];

  constructor(events: TraceEvent[]) {
    const spans = mainThreadSpans(events);
    this.tasks = spans.filter(isTask).map((task) => ({
      cpu: (task.tdur ?? task.dur ?? 0) / 1000,
      events: spans.filter((span) => span !== task && isWithin(span, task)),
    }));
  }

  /** Milliseconds of CPU time of the longest task. */
  get longestTask(): number {
    return Math.max(0, ...this.tasks.map(({ cpu }) => cpu));
  }

  /** Milliseconds of CPU time from an event's dispatch until the frame that shows it is painted. */
  workUntilPaint(type: string): number {
    const dispatch = this.tasks.findIndex(({ events }) =>
      events.some(({ name, args }) => name === "EventDispatch" && args.data?.type === type),
    );
    if (dispatch === -1) throw new Error(`No ${type} was dispatched.`);
    const since = this.tasks.slice(dispatch);
    const painted = since.findIndex(({ events }) => events.some(({ name }) => name === "Paint"));
    return since.slice(0, painted + 1).reduce((sum, { cpu }) => sum + cpu, 0);
  }

  /** Tasks in which script from `origin` ran. */
  tasksWithScript(origin: string): Task[] {
    return this.tasks.filter(({ events }) => events.some((event) => isScript(event, origin)));
  }

  /** Layouts that script from `origin` forced synchronously. */
  forcedLayouts(origin: string): TraceEvent[] {
    return this.tasks.flatMap(({ events }) => {
      const script = events.filter((event) => isScript(event, origin));
      return events.filter(
        (event) => event.name === "Layout" && script.some((call) => isWithin(event, call)),
      );
    });
  }
}

function isTask({ name }: TraceEvent): boolean {
  return name === "ThreadControllerImpl::RunTask";
}

function isScript({ name, args }: TraceEvent, origin: string): boolean {
  // Only the evaluation of a module has no URL once the page is loaded.
  return SCRIPT.has(name) && (args.data?.url ?? origin).startsWith(origin);
}

/** Events of the thread that wrote the mark, in order. */
function mainThreadSpans(events: TraceEvent[]): TraceEvent[] {
  const mark = events.find(
    ({ name, args }) => name === "TimeStamp" && args.data?.message === TRACE_MARK,
  );
  if (!mark) throw new Error("The trace does not show which thread is the page's.");
  return events
    .filter(({ ph, pid, tid }) => ph === "X" && pid === mark.pid && tid === mark.tid)
    .toSorted((a, b) => a.ts - b.ts);
}

function isWithin(inner: TraceEvent, outer: TraceEvent): boolean {
  return inner.ts >= outer.ts && inner.ts + (inner.dur ?? 0) <= outer.ts + (outer.dur ?? 0);
}
