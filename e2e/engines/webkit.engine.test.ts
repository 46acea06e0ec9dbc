import { WEBKIT } from "./engines.ts";
import { testJourney } from "./journey.ts";

testJourney(WEBKIT);
