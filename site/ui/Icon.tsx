const PATHS = {
  error: "M8 1 15.5 14.5H.5zM8 6v4M8 11.6v1.2",
  success: "m0 8.5 4 4 8-9",
  menu: "M0 5.2h16M0 11.2h16",
  expand: "m3 6 5 5 5-5",
  play: "M3 1.5 13.5 8 3 14.5z",
  pause: "M4 1.5v13M12 1.5v13",
  close: "m2.5 2.5 11 11m0-11-11 11",
};

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className={`icon icon-${name}`} viewBox="-1 -1 18 18" aria-hidden="true">
      <path d={PATHS[name]} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
