/** SVG path of a cube with edges of 5 and a width of 6.6, starting at its left corner, parallel to the tray. */
export const CUBE = "l4.6-.65 2 1.35-4.6.65zv4.3l2 1.35 4.6-.65v-4.3m-4.6.65v4.3";
