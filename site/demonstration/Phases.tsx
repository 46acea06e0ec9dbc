import type { KeyboardEvent } from "react";

import { Drawing } from "../ui/drawings/Drawing.tsx";
import { phaseIndexAt } from "./episode.ts";
import { isTouched, position, seek, usePlayerState, type Player } from "./player.ts";

/** At the start of each phase, its name and a line through all lanes. A press on a name goes there. */
export function Phases({ player }: { player: Player }) {
  const { phases } = usePlayerState(player, (state) => state.episode);
  const span = usePlayerState(player, (state) => state.span);
  const isStatic = usePlayerState(player, ({ status }) => status === "static");
  const current = usePlayerState(player, (state) =>
    isTouched(state) ? phaseIndexAt(state.episode, state.time) : undefined,
  );
  const at = (time: number) => position(time, span);
  const endOf = (index: number) => phases[index + 1]?.from ?? span;
  return (
    <>
      {!isStatic && (
        <div className="phases-buttons" role="group" aria-label="Phases">
          {phases.map(({ name, from }, index) => (
            <button
              key={from}
              type="button"
              className="phases-button"
              aria-label={`Go to ${name}`}
              aria-current={index === current ? "step" : undefined}
              tabIndex={index === (current ?? 0) ? 0 : -1}
              // In the static page, a strict policy would drop it.
              style={{ left: at(from), width: at(endOf(index) - from) }}
              onClick={() => seek(player, from)}
              onKeyDown={moveFocus}
            />
          ))}
        </div>
      )}
      <Drawing className="phases" strokeOpacity="0.3" shapeRendering="crispEdges">
        {phases.map(({ name, from }, index) => {
          // Near the end a name stands before its line; otherwise it ends with its phase.
          const late = from > 0.88 * span;
          return (
            <g key={from} className={index === current ? "phases-current" : undefined}>
              <line x1={at(from)} x2={at(from)} y2="100%" />
              <svg
                x={at(from)}
                width={at(endOf(index) - from)}
                overflow={late ? "visible" : undefined}
              >
                <text
                  dx={late ? "-.35em" : ".35em"}
                  y="1.1875rem"
                  textAnchor={late ? "end" : undefined}
                >
                  {name}
                </text>
              </svg>
            </g>
          );
        })}
      </Drawing>
    </>
  );
}

/** The phases are one stop of the Tab key; arrows go from one to the next. */
function moveFocus({ key, currentTarget }: KeyboardEvent): void {
  const { previousElementSibling, nextElementSibling } = currentTarget;
  const to = { ArrowLeft: previousElementSibling, ArrowRight: nextElementSibling }[key];
  if (to instanceof HTMLElement) to.focus();
}
