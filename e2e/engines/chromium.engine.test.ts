import { CHROMIUM } from "./engines.ts";
import { testJourney } from "./journey.ts";

testJourney(CHROMIUM);
