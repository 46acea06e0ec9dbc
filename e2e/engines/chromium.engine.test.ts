import { chromium } from "./chromium.ts";
import { describeJourney } from "./journey.ts";

describeJourney(chromium);
