import { FIREFOX } from "./engines.ts";
import { testJourney } from "./journey.ts";

testJourney(FIREFOX);
