/** SVG path of a cube of 5 from its left corner, 6.6 wide, its faces parallel to the sides of the tray. */
export const CUBE = "l4.6-.65 2 1.35-4.6.65zv4.3l2 1.35 4.6-.65v-4.3m-4.6.65v4.3";
