import { useEffect, useRef, type RefObject } from "react";

import { drawScene } from "./draw-scene.ts";
import { Handle } from "./Handle.tsx";
import type { Images } from "./images.ts";
import still from "./images/still.avif";
import type { Player } from "./player.ts";

type Props = { player: Player; images: Images | null };

/** The canvas covers the still image, which shows the same as long as nothing has moved. */
export function Scene({ player, images }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useDrawing(canvas, player, images);
  return (
    <div className="scene">
      <img
        src={still}
        alt="A robot arm over a wooden bench, between a block and a tray."
        width="989"
        height="742"
        loading="lazy"
        decoding="async"
      />
      {images && (
        <>
          <canvas ref={canvas} aria-hidden="true" />
          <Handle player={player} />
        </>
      )}
    </div>
  );
}

function useDrawing(
  ref: RefObject<HTMLCanvasElement | null>,
  player: Player,
  images: Images | null,
): void {
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas || !images) return undefined;
    const draw = () => {
      drawScene(canvas, images, player.get());
    };
    const resize = new ResizeObserver(() => {
      canvas.width = Math.round(canvas.clientWidth * devicePixelRatio);
      canvas.height = Math.round(canvas.clientHeight * devicePixelRatio);
      draw();
    });
    resize.observe(canvas);
    const unsubscribe = player.subscribe(draw);
    return () => {
      resize.disconnect();
      unsubscribe();
    };
  }, [ref, player, images]);
}
